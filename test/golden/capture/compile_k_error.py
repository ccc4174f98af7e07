import torch


@torch.compile(dynamic=False)
def f(x, y):
    z = x * 2
    return z @ y


print(f(torch.ones(2, 3), torch.ones(3, 2)))
f(torch.ones(2, 3), torch.ones(2, 3))
