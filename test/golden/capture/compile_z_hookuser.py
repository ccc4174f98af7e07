import torch
from torch import nn


class M(nn.Module):

    def __init__(s):
        super().__init__()
        s.l = nn.Linear(2, 2)

    def forward(s, x):
        return s.l(x) + 1


m = M()
m.register_forward_hook(lambda m, i, o: o * 2)
m.l.register_forward_hook(lambda m, i, o: o * 3)
c = torch.compile(m, dynamic=False)
print(c(torch.ones(1, 2)).shape)
