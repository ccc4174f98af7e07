# Which guard on `training` fails first: a module's own dictionaries stand before its flag by name.
import torch
from torch import nn


class Inner(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.0)
        self.line = nn.Linear(2, 2)

    def forward(self, x):
        return self.drop(self.line(x))


class Outer(nn.Module):
    def __init__(self):
        super().__init__()
        self.first = nn.Linear(2, 2)
        self.blocks = nn.Sequential(Inner(), Inner())

    def forward(self, x):
        x = self.blocks(self.first(x))
        return (x, x) if self.training else x


class Early(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.0)
        self.scale = nn.Parameter(torch.ones(2))

    def forward(self, x):
        if self.training:
            x = x * 2
        return self.drop(x + self.scale)


class Alone(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(2))

    def forward(self, x):
        return x + self.scale if self.training else x


for kind in (Outer, Early, Alone):
    model = kind()
    fast = torch.compile(model)
    fast(torch.ones(1, 2))
    model.eval()
    fast(torch.ones(1, 2))


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(2, 2)
        self.calls = 0

    def forward(self, x, twice=False):
        self.calls += 1
        y = self.line(x)
        return y * 2 if twice else y


fast = torch.compile(Counting())
for i in range(3):
    fast(torch.ones(1, 2), twice=i == 1)
