"""Dual numbers of torch.autograd.forward_ad, and writing in place while tangents are carried."""
import torch
import torch.autograd.forward_ad as fwAD
import torch.nn.functional as F
from torch.func import jvp
x = torch.tensor([1., 2., 3.])
v = torch.tensor([1., 0., -1.])
w = torch.nn.Parameter(torch.arange(3.))
with fwAD.dual_level():
    d = fwAD.make_dual(x, v)
    print(d)
    y = d.sin()
    print(y)
    u = fwAD.unpack_dual(y)
    print(u)
    print(u.primal, u.tangent)
    z = d * w
    print(z)
    print(fwAD.unpack_dual(z))
    e = (d * w).exp()
    p, t = fwAD.unpack_dual(e)
    print(fwAD.unpack_dual(x))
    k = x * 2
print(torch.autograd.grad(t.sum(), w))
print(d)
try:
    fwAD.make_dual(x, v)
except RuntimeError as err:
    print(err)
torch.manual_seed(0)
x = torch.randn(2, 3); y = torch.ones(2, 3)
print(jvp(lambda a: F.cosine_similarity(a, y), (x,), (x,)))
print(jvp(lambda a: F.normalize(a), (x,), (x,)))
def inp(a):
    b = a * 1
    b.add_(y)
    b.mul_(a)
    b.exp_()
    b.clamp_(min=0.5)
    return b
print(jvp(inp, (x,), (x,)))
def zer(a):
    z = torch.zeros(3)
    z.add_(a[0])
    return z
print(jvp(zer, (x,), (x,)))
def rel(a):
    h = a + 1
    F.relu(h, inplace=True)
    h /= 2
    h -= a
    h **= 2
    return h
print(jvp(rel, (x,), (x,)))
