import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    if (x > 0).all():
        y = y + 1
    return y.sum()


print(f(torch.ones(3)))
print(f(-torch.ones(3)))
print(f(torch.ones(3)))
