import torch
from torch import nn

torch.manual_seed(3)
net = nn.Sequential(nn.Linear(4, 4), nn.Dropout(0.5))
c = torch.compile(net, dynamic=False)
x = torch.ones(2, 4)
print(c(x))
net.eval()
print(c(x))
net.train()
print(c(x))
