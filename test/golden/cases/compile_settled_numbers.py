"""Numbers that changed and turned out constants are guarded last; sizes that a convolution computes are asked of its result."""
import torch
import torch.nn as nn
import torch.nn.functional as F
@torch.compile
def f(x, n, w=None):
    for i in range(n):
        x = x + i
    return x
f(torch.ones(2), 2); f(torch.ones(2), 3); f(torch.ones(2), 4, 1); f(torch.ones(2), 5, 2); f(torch.ones(3), 6, 2)
@torch.compile
def g(x, y):
    for i in range(x.shape[0]):
        y = y + i
    return y
g(torch.ones(2), torch.ones(3)); g(torch.ones(3), torch.ones(3)); g(torch.ones(4), torch.ones(4)); g(torch.ones(5), torch.ones(5)); g(torch.ones(5), torch.ones(5, 5))
@torch.compile
def h(x, p, w=None):
    return x ** p
h(torch.ones(2), 2.0); h(torch.ones(2), 3.0); h(torch.ones(2), 4.0, 1); h(torch.ones(2), 5.0, 2); h(torch.ones(3), 6.0, 2)
class ResBlock(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.c1 = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.b1 = nn.BatchNorm2d(c)
        self.c2 = nn.Conv2d(c, c, 3, padding=1, bias=False)
        self.b2 = nn.BatchNorm2d(c)
        self.relu = nn.ReLU(inplace=True)
    def forward(self, x):
        idn = x
        x = self.relu(self.b1(self.c1(x)))
        x = self.b2(self.c2(x))
        x += idn
        return self.relu(x)
torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 4, 3), ResBlock(4), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(4, 2))
c = torch.compile(net)
c(torch.randn(2, 1, 8, 8)).sum().backward()
print(c(torch.randn(3, 1, 8, 8)).shape)
print(c(torch.randn(3, 1, 10, 10)).shape)
print(c(torch.randn(3, 1, 12, 12)).shape)
@torch.compile
def focal(logits, target, gamma=2.0, reduction="mean", weight=None):
    logp = F.log_softmax(logits, dim=-1)
    p = logp.exp()
    loss = -((1 - p) ** gamma) * logp
    loss = loss.gather(1, target[:, None]).squeeze(1)
    if weight is not None:
        loss = loss * weight[target]
    if reduction == "mean":
        return loss.mean()
    elif reduction == "sum":
        return loss.sum()
    return loss
torch.manual_seed(0)
x = torch.randn(4, 3, requires_grad=True)
y = torch.tensor([0, 2, 1, 1])
focal(x, y).backward()
print(focal(x, y, reduction="sum"))
print(focal(x, y, gamma=1.0))
print(focal(x, y, gamma=3.0))
print(focal(x, y, weight=torch.ones(3)))
print(focal(torch.randn(6, 3), torch.tensor([0, 2, 1, 1, 0, 0])))
