# Subtracting a bool is refused only when the graph runs: the traceback shows the first line of the function.
import torch


@torch.compile(dynamic=False)
def f(x):
    big = x > 10
    x -= big
    return x


f(torch.ones(2))
