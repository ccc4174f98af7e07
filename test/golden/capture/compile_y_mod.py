import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.LayerNorm(8), nn.Linear(8, 2))
c = torch.compile(net)
for n in (2, 3, 4):
    c(torch.ones(n, 4)).sum().backward()
