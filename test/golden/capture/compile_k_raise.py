import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    if y.shape[0] > 2:
        raise ValueError("too long")
    return y


print(f(torch.ones(2)))
f(torch.ones(3))
