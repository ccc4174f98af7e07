import torch


@torch.compile(dynamic=False)
def f(x, t):
    y = x * 2
    z = y + 1
    w = z[:t]
    return w * 3


@torch.compile(dynamic=False)
def g(x):
    y = x * 2
    y = y + 1
    try:
        print("try")
        y = y * 3
    finally:
        y = y - 1
    return y * 5


print(f(torch.arange(4.0), torch.tensor(2)))
print(f(torch.arange(4.0), torch.tensor(3)))
print(g(torch.ones(2)))
