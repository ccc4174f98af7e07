import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
m = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.LayerNorm(4), nn.Linear(4, 2))
c = torch.compile(m)
for n in (4, 6, 8):
    loss = c(torch.ones(n, 3)).pow(2).mean()
    loss.backward()
print(m[0].weight.grad.shape)
