# A method that tensors do not have, after a break.
import torch


@torch.compile
def f(x):
    y = x + 1
    print("between")
    z = y * 2
    w = z.halve()
    return w + 1


f(torch.ones(3))
