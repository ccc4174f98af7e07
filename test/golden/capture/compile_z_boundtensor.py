import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    z = y.add(y.sum().item())
    return z + 1


for i in range(3):
    print(f(torch.ones(2)))
