import torch


def f(x, y):
    a = torch.sin(x)
    b = torch.cos(y)
    return a + b * 2


g = torch.compile(f, dynamic=False)
x = torch.arange(4.0)
print(g(x, x + 1))
print(g(x, x - 1))
