import torch


@torch.compile(dynamic=False)
def f(x, y):
    x.add_(1)
    z = y * 2
    z.mul_(3)
    z[0] = 7
    return z


x = torch.zeros(3)
print(f(x, torch.ones(3)), x)
print(f(x, torch.ones(3)), x)
