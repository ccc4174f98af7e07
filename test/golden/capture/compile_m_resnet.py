import torch
from torch import nn


class B(nn.Module):

    def __init__(s, i, o, st):
        super().__init__()
        s.c1 = nn.Conv2d(i, o, 3, st, 1, bias=False)
        s.b1 = nn.BatchNorm2d(o)
        s.c2 = nn.Conv2d(o, o, 3, 1, 1, bias=False)
        s.b2 = nn.BatchNorm2d(o)
        s.r = nn.ReLU(inplace=True)
        s.d = None
        if st != 1 or i != o:
            s.d = nn.Sequential(nn.Conv2d(i, o, 1, st, bias=False), nn.BatchNorm2d(o))

    def forward(s, x):
        idn = x
        y = s.r(s.b1(s.c1(x)))
        y = s.b2(s.c2(y))
        if s.d is not None:
            idn = s.d(x)
        y += idn
        return s.r(y)


class N(nn.Module):

    def __init__(s):
        super().__init__()
        s.l = nn.Sequential(B(3, 4, 1), B(4, 8, 2))
        s.p = nn.AdaptiveAvgPool2d((1, 1))
        s.f = nn.Linear(8, 2)

    def forward(s, x):
        x = s.p(s.l(x))
        return s.f(torch.flatten(x, 1))


torch.manual_seed(0)
n = N()
c = torch.compile(n, dynamic=False)
o = c(torch.randn(2, 3, 8, 8))
o.sum().backward()
n.eval()
with torch.no_grad():
    print(c(torch.randn(2, 3, 8, 8)).shape)
