import torch
from torch import nn

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 2, 3, padding=1), nn.BatchNorm2d(2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(8, 3))
c = torch.compile(net, dynamic=False)
x = torch.randn(2, 1, 4, 4)
out = c(x)
print(out)
out.sum().backward()
print(net[0].weight.grad.sum(), net[1].running_mean)
net.eval()
with torch.no_grad():
    print(c(x))
