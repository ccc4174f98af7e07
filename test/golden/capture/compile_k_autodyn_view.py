import torch


@torch.compile
def f(x):
    b, t = x.shape
    return x.view(b * t).sum() / t


for n in (2, 3, 4, 4):
    print(f(torch.ones(n, 2 * n)))
