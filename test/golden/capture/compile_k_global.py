import torch

scale = 2
table = {"a": 1.5, "b": 2.5}
log = []


@torch.compile(dynamic=False)
def f(x, key):
    log.append(key)
    return x * scale * table[key]


x = torch.arange(3.0)
print(f(x, "a"))
print(f(x, "b"))
scale = 5
print(f(x, "a"))
print(log)
