import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Embedding(5, 4), nn.LayerNorm(4), nn.GELU(), nn.Linear(4, 5))
c = torch.compile(net, dynamic=False)
ids = torch.tensor([[0, 1, 2], [3, 4, 0]])
out = c(ids)
print(out.shape)
out.logsumexp(-1).mean().backward()
print(net[0].weight.grad)
