import torch
from torch import nn

net = nn.Sequential(nn.Linear(2, 4), nn.BatchNorm1d(4), nn.Dropout(0.5), nn.Linear(4, 1))
c = torch.compile(net, dynamic=False)
x = torch.ones(3, 2)
c(x).sum().backward()
c.eval()
c(x)
c.train()
c(x)
with torch.inference_mode():
    print(c(x).requires_grad)
