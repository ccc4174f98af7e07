# The element type is part of the guard.
import torch


@torch.compile(dynamic=False)
def f(x):
    return x + 1


print(f(torch.ones(2)))
print(f(torch.ones(2, dtype=torch.int64)))
print(f(torch.ones(2)))
