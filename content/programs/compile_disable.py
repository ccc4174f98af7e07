# A function marked as not to be compiled runs eagerly between two graphs.
import torch


@torch.compiler.disable
def outside(x):
    return x + 1


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    y = outside(y)
    return y * 3


print(f(torch.ones(2)))
