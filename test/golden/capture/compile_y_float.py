import torch


@torch.compile
def f(x, n):
    return x * n + 1


for n in (2.0, 3.0, 4.0, 1.0, 0.5):
    print(f(torch.ones(2), n))
