import torch


@torch.compile(dynamic=False)
def f(x):
    while x.sum() < 10:
        x = x * 2
    return x


print(f(torch.ones(2)))
