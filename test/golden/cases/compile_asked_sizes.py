"""Sizes that a graph asks its tensors for: of cat, slices, convolutions, where a later operator or the backward needs them."""
import torch
import torch.nn as nn
import torch.nn.functional as F
@torch.compile(dynamic=True)
def f(x, y):
    z = torch.cat([x, y], dim=1)
    return F.scaled_dot_product_attention(z, z, z)
torch.manual_seed(0)
print(f(torch.randn(2, 3, 4), torch.randn(2, 5, 4)).shape)
print(f(torch.randn(2, 4, 4), torch.randn(2, 5, 4)).shape)
@torch.compile
def f(x, y):
    z = torch.cat([x, y], dim=1)
    w = torch.softmax(z @ z.transpose(-2, -1) / 2.0, -1)
    return w @ z
torch.manual_seed(0)
print(f(torch.randn(2, 3, 4), torch.randn(2, 5, 4)).shape)
print(f(torch.randn(2, 4, 4), torch.randn(2, 5, 4)).shape)
print(f(torch.randn(2, 6, 4), torch.randn(2, 7, 4)).shape)
@torch.compile
def f(x, y):
    z = torch.cat([x, y], dim=1)
    return F.scaled_dot_product_attention(x, z, z)
torch.manual_seed(0)
print(f(torch.randn(2, 3, 4), torch.randn(2, 5, 4)).shape)
print(f(torch.randn(2, 4, 4), torch.randn(2, 5, 4)).shape)
print(f(torch.randn(2, 6, 4, requires_grad=True), torch.randn(2, 7, 4)).shape)
torch.manual_seed(0)
lin = nn.Linear(4, 4)
@torch.compile
def cache(k, x):
    k = torch.cat([k, x], dim=1)
    return lin(k).softmax(-1), k
for a, b in ((3, 2), (4, 2), (5, 3)):
    print(cache(torch.randn(2, a, 4), torch.randn(2, b, 4))[0].shape)
@torch.compile
def sl(x):
    y = x[:, 1:]
    return lin(y).mean()
for a in (3, 4, 5):
    sl(torch.randn(2, a, 4)).backward()
@torch.compile
def mean(x, y):
    return torch.cat([x, y]).mean()
for a, b in ((3, 2), (4, 5), (5, 3)):
    mean(torch.randn(a, requires_grad=True), torch.randn(b)).backward()
@torch.compile
def conv(x):
    return F.conv1d(x, torch.ones(2, 3, 2)).flatten(1)
for a in (4, 5, 6):
    conv(torch.randn(2, 3, a))
@torch.compile
def mask(x):
    T = x.shape[1]
    m = torch.ones(T, T).tril()
    s = x @ x.transpose(1, 2) * m
    return s[:, -1] @ x
for a in (3, 4, 5):
    mask(torch.randn(2, a, 4)).sum()
@torch.compile
def two(x, y):
    a = torch.cat([x, y], 1)
    b = torch.cat([y, x], 1)
    return lin(a).sum() + lin(b).sum() + (a @ b.transpose(1, 2)).sum()
for a, b in ((3, 2), (4, 2), (5, 3)):
    two(torch.randn(2, a, 4), torch.randn(2, b, 4)).backward()
@torch.compile
def pad(x):
    y = F.pad(x, (0, 0, 1, 1))
    return lin(y).sum(0), y.repeat(1, 2, 1) @ torch.ones(4, 3)
for a in (3, 4, 5):
    pad(torch.randn(2, a, 4))
lin = nn.Linear(4, 4)
lin.requires_grad_(False)
w = torch.ones(4, 4)

@torch.compile(dynamic=True)
def sin(x, y):
    z = torch.cat([x, y], 1)
    return z.sin().sum()

@torch.compile(dynamic=True)
def tr(x, y):
    z = torch.cat([x, y], 1)
    return z.transpose(1,2).sum()

@torch.compile(dynamic=True)
def unsq(x, y):
    z = torch.cat([x, y], 1)
    return z.unsqueeze(0).sum()

@torch.compile(dynamic=True)
def mm(x, y):
    z = torch.cat([x, y], 1)
    return (z@w).sum()

@torch.compile(dynamic=True)
def mmsin(x, y):
    z = torch.cat([x, y], 1)
    return (z@w).sin().sum()

@torch.compile(dynamic=True)
def linf(x, y):
    z = torch.cat([x, y], 1)
    return lin(z).sum()

@torch.compile(dynamic=True)
def linlin(x, y):
    z = torch.cat([x, y], 1)
    return lin(lin(z)).sum()

@torch.compile(dynamic=True)
def flat(x, y):
    z = torch.cat([x, y], 1)
    return z.flatten(0,1).sum()

@torch.compile(dynamic=True)
def resh(x, y):
    z = torch.cat([x, y], 1)
    return z.reshape(-1,4).sum()

@torch.compile(dynamic=True)
def bmm(x, y):
    z = torch.cat([x, y], 1)
    return (z@z.transpose(1,2)).sum()

@torch.compile(dynamic=True)
def bmmsoft(x, y):
    z = torch.cat([x, y], 1)
    return ((z@z.transpose(1,2)).softmax(-1)@z).sum()

@torch.compile(dynamic=True)
def bmmonly(x, y):
    z = torch.cat([x, y], 1)
    return torch.bmm(z,z.transpose(1,2)).sum()

@torch.compile(dynamic=True)
def mean(x, y):
    z = torch.cat([x, y], 1)
    return z.mean()

@torch.compile(dynamic=True)
def meand(x, y):
    z = torch.cat([x, y], 1)
    return z.mean(1).sum()

@torch.compile(dynamic=True)
def sumd(x, y):
    z = torch.cat([x, y], 1)
    return z.sum(1).sum()

@torch.compile(dynamic=True)
def sl(x, y):
    z = torch.cat([x, y], 1)
    return z[:,1:].sum()

@torch.compile(dynamic=True)
def sel(x, y):
    z = torch.cat([x, y], 1)
    return z[:,0].sum()

@torch.compile(dynamic=True)
def sdpa(x, y):
    z = torch.cat([x, y], 1)
    return F.scaled_dot_product_attention(z,z,z).sum()

@torch.compile(dynamic=True)
def ln(x, y):
    z = torch.cat([x, y], 1)
    return F.layer_norm(z,(4,)).sum()

@torch.compile(dynamic=True)
def relu(x, y):
    z = torch.cat([x, y], 1)
    return z.relu().sum()

@torch.compile(dynamic=True)
def add(x, y):
    z = torch.cat([x, y], 1)
    return (z+z.sin()).sum()

@torch.compile(dynamic=True)
def sq(x, y):
    z = torch.cat([x, y], 1)
    return (z**2).mean()

for f in (sin, tr, unsq, mm, mmsin, linf, linlin, flat, resh, bmm, bmmsoft, bmmonly, mean, meand, sumd, sl, sel, sdpa, ln, relu, add, sq):
    f(torch.ones(2, 3, 4, requires_grad=True), torch.ones(2, 5, 4)).backward()
    torch._dynamo.reset()
    f(torch.ones(2, 3, 4), torch.ones(2, 5, 4))
