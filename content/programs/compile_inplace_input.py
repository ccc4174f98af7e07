# Changing an input in place inside the graph: the change is written back afterwards.
import torch


@torch.compile(dynamic=False)
def f(x):
    x.add_(1)
    y = x * 2
    y[0] = 0
    return y


x = torch.ones(3)
print(f(x), x)
