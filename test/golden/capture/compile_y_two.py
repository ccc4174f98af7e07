import torch


@torch.compile
def f(x, y):
    return x + y


for n in (2, 3, 4):
    print(f(torch.ones(n, 5), torch.ones(n, 5)))
f(torch.ones(5, 6), torch.ones(5, 6))
f(torch.ones(5, 6), torch.ones(1, 6))
