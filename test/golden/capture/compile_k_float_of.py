import torch


@torch.compile(dynamic=False)
def f(x):
    m = float(x.max())
    n = int(x.sum())
    return x / m + n


print(f(torch.arange(4.0)))
