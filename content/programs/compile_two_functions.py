# Two compiled functions call the same helper: each has a graph of its own.
import torch


def helper(x):
    return torch.relu(x) + 1


@torch.compile(dynamic=False)
def f(x):
    return helper(x) * 2


@torch.compile(dynamic=False)
def g(x):
    return helper(x).sum()


x = torch.tensor([-1.0, 2.0])
print(f(x), g(x))
print(f(x), g(x))
