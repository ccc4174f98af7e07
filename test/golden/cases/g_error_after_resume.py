# An operator that fails when a graph runs: the line is where the compiled code starts, which after a break is the break.
import torch


@torch.compile(dynamic=False)
def f(x):
    x = x + 1
    y = x * x.sum().item()
    z = y.index_select(0, torch.tensor([0, 2]))
    return z.round()


print(f(torch.ones(3)))
f(torch.ones(2))
