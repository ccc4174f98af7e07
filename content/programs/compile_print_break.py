# print() cannot be part of a graph: one graph before it, one after.
import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    print("between")
    return y + 1


print(f(torch.ones(3)))
print(f(torch.ones(3)))
