import torch


@torch.compile
def f(x):
    for i in range(x.shape[0]):
        x = x + i
    return x


for n in (2, 3, 4):
    print(f(torch.ones(n)))
