import torch
from torch import nn


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = nn.Linear(3, 3)

    def forward(self, x):
        y = self.lin(x)
        print("mean", round(y.mean().item(), 3))
        return y.relu()


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.out = nn.Linear(3, 1)

    def forward(self, x):
        x = x * 2
        x = self.block(x)
        return self.out(x)


torch.manual_seed(0)
net = torch.compile(Net(), dynamic=False)
x = torch.ones(2, 3)
print(net(x))
print(net(x))
