import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
cell = nn.GRUCell(2, 3)

@torch.compile
def f(xs, h):
    for x in xs:
        h = cell(x, h)
    return h

print(f(torch.ones(3, 1, 2), torch.zeros(1, 3)).shape)
