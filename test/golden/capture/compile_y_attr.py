import torch
from torch import nn


class M(nn.Module):

    def __init__(s, i):
        super().__init__()
        s.i = i
        s.l = nn.Linear(2, 2)

    def forward(s, x):
        return s.l(x) * s.i


@torch.compile
def run(m, x):
    return m(x)


for i in range(4):
    run(M(i + 2), torch.ones(1, 2))
