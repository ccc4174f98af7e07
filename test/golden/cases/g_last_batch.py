import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
m = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2))
c = torch.compile(m)
data = torch.randn(10, 3)
for i in range(0, 10, 4):
    print(c(data[i:i + 4]).shape)
