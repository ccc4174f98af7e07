def inner(x):
    return 1 / x

def middle(x):
    try:
        return inner(x)
    except ZeroDivisionError as e:
        raise ValueError('wrapped') from e

class K:
    def m(self):
        return middle(0)

def main():
    print('start')
    K().m()

main()
