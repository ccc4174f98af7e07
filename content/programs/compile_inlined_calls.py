# Functions called from a compiled function become part of its graph.
import torch


def square(x):
    return x * x


def norm(x):
    return square(x).sum().sqrt()


@torch.compile(dynamic=False)
def f(x):
    return x / norm(x)


print(f(torch.tensor([3.0, 4.0])))
