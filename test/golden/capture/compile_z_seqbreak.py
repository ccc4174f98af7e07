import torch
from torch import nn


class P(nn.Module):

    def forward(s, x):
        y = x + 1
        print('p')
        return y * 2


class N(nn.Module):

    def __init__(s):
        super().__init__()
        s.q = nn.Sequential(nn.Linear(2, 2), P(), nn.Linear(2, 2))
        s.o = nn.Linear(2, 1)

    def forward(s, x):
        x = x * 2
        x = s.q(x)
        return s.o(x)


c = torch.compile(N(), dynamic=False)
for _ in range(2):
    print(c(torch.ones(1, 2)).shape)
