import torch


@torch.compile
def f(x):
    return x * 2


for n in (2, 3, 4, 5, 1, 0):
    print(f(torch.ones(n)))
