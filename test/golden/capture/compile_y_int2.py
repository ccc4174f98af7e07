import torch


@torch.compile
def f(x, n):
    if n > 3:
        return x + n
    return x - n


for n in (2, 3, 4, 5, 1):
    print(f(torch.ones(2), n))
