# nonzero() makes a shape that only the data knows: the graph ends before it.
import torch


@torch.compile(dynamic=False)
def f(x):
    y = x - 1
    where = torch.nonzero(y)
    return where + 1


print(f(torch.tensor([0.0, 1.0, 2.0])))
