import torch
from torch import nn

net = nn.Sequential(nn.Linear(4, 4), nn.ReLU(), nn.Linear(4, 2))


@torch.compile(dynamic=False)
def f(x):
    with torch.autocast('cpu', dtype=torch.bfloat16):
        y = net(x)
    return y.float().sum()


f(torch.ones(2, 4)).backward()
print(net[0].weight.grad.dtype)
