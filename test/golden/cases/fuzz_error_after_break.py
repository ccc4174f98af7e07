# Tracing the part after a break fails: the traceback shows the line of the break.
import torch


@torch.compile(dynamic=False)
def f(x):
    y = x + 1
    print("between")

    z = y - 1
    return z + torch.ones(7)


f(torch.ones(2, 3))
