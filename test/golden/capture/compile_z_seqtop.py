import torch
from torch import nn


class P(nn.Module):

    def forward(s, x):
        y = x + 1
        print('p')
        return y * 2


c = torch.compile(nn.Sequential(nn.Linear(2, 2), P(), nn.Linear(2, 2)), dynamic=False)
for _ in range(2):
    print(c(torch.ones(1, 2)).shape)
