# float() and int() of a tensor read it.
import torch


@torch.compile(dynamic=False)
def f(x):
    return x * float(x.max())


@torch.compile(dynamic=False)
def g(x):
    return x + int(x.sum())


print(f(torch.tensor([1.0, 2.0])), g(torch.tensor([1, 2])))
