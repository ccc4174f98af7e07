# Picking by a mask breaks the graph; where() keeps it whole.
import torch


@torch.compile(dynamic=False)
def pick(x):
    y = x * 2
    return y[y > 2] + 1


@torch.compile(dynamic=False)
def keep(x):
    y = x * 2
    return torch.where(y > 2, y + 1, 0.0)


x = torch.tensor([0.5, 1.5, 2.5])
print(pick(x))
print(keep(x))
