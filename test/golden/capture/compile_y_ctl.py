import torch


@torch.compile
def f(x):
    if x.shape[0] > 4:
        return x + 1
    return x - 1


for n in (2, 3, 4, 5, 6, 2):
    print(f(torch.ones(n)))
