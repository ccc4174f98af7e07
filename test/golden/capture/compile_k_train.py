import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(1)
net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 3))
opt = torch.optim.SGD(net.parameters(), lr=0.1)


@torch.compile(dynamic=False)
def loss_fn(x, y):
    return F.cross_entropy(net(x), y)


x = torch.randn(6, 4)
y = torch.tensor([0, 1, 2, 0, 1, 2])
for _ in range(3):
    opt.zero_grad()
    loss = loss_fn(x, y)
    loss.backward()
    opt.step()
    print(loss)
