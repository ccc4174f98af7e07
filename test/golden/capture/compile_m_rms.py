import torch
from torch import nn
import torch.nn.functional as F


class RMS(nn.Module):

    def __init__(s, d):
        super().__init__()
        s.w = nn.Parameter(torch.ones(d))
        s.eps = 1e-05

    def _n(s, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + s.eps)

    def forward(s, x):
        return s._n(x.float()).type_as(x) * s.w


def rope(x, cos, sin):
    a, b = x.reshape(x.shape[:-1] + (-1, 2)).unbind(-1)
    return torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1).flatten(3)


class L(nn.Module):

    def __init__(s):
        super().__init__()
        s.n = RMS(8)
        s.w1 = nn.Linear(8, 16, bias=False)
        s.w2 = nn.Linear(16, 8, bias=False)
        s.w3 = nn.Linear(8, 16, bias=False)

    def forward(s, x, cos, sin):
        h = rope(x.view(1, 3, 2, 4), cos, sin).view(1, 3, 8)
        return h + s.w2(F.silu(s.w1(s.n(h))) * s.w3(s.n(h)))


torch.manual_seed(0)
l = torch.compile(L(), dynamic=False)
o = l(torch.randn(1, 3, 8), torch.ones(1, 3, 1, 2), torch.zeros(1, 3, 1, 2))
print(o.shape)
o.sum().backward()
