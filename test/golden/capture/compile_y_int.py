import torch


@torch.compile
def f(x, n):
    return x * n + 1


for n in (2, 3, 4, 1, 0, 7):
    print(f(torch.ones(2), n))
