import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    s = y.sum().item()
    print("sum", s)
    return y + 1


@torch.compile(dynamic=False)
def g(x):
    y = x * 2
    s = y.sum().item()
    t = s
    return y + 1, t


for k in range(3):
    print(f(torch.ones(2) * k), g(torch.ones(2) * k))
