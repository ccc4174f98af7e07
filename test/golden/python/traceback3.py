data = {'a': [1, 2, 3]}
def process(d, key):
    total = sum(v * 2 for v in d[key])
    return total + d['b']['c']
result = process(data,
                 'a')
