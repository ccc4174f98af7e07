import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 8)
        self.b = nn.Linear(8, 2)

    def forward(self, x):
        return self.b(torch.relu(self.a(x)))


torch.manual_seed(0)
net = Net()
opt = torch.compile(net, dynamic=False)
x = torch.randn(3, 4)
out = opt(x)
print(out)
out.sum().backward()
print(net.a.weight.grad.abs().sum() > 0)
print(net.b.bias.grad)
with torch.no_grad():
    print(opt(x))
