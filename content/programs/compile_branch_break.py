# Which way does the if go? Only the data knows: each side is compiled when it is first taken.
import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    if y.sum() > 0:
        y = y + 1
    else:
        y = y - 1
    return y.abs()


print(f(torch.ones(2)))
print(f(-torch.ones(2)))
print(f(torch.ones(2)))
