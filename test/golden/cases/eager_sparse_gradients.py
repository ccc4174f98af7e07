# Gradients in coordinates of embedding bags and sparse parameters, the optimizers that take them; a mode sees `toType`;
# scales of float64 images; real beside complex; memory that cannot be pinned; arrays that write past a version counter.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode

torch.manual_seed(0)


def tried(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


w = torch.randn(6, 2, requires_grad=True)
x, o = torch.tensor([1, 3, 3, 5, 0]), torch.tensor([0, 2, 2])
for mode in ("sum", "mean"):
    for kw in ({}, {"padding_idx": 3}):
        w.grad = None
        y = F.embedding_bag(x, w, o, mode=mode, sparse=True, **kw)
        (y * y).sum().backward()
        print(mode, kw, w.grad)
p = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0], requires_grad=True)
w.grad = None
F.embedding_bag(x, w, o, mode="sum", sparse=True, per_sample_weights=p).pow(2).sum().backward()
print(w.grad, p.grad)
tried(lambda: F.embedding_bag(x.reshape(1, 5), w, mode="sum", sparse=True, scale_grad_by_freq=True).sum().backward())
tried(lambda: F.embedding_bag(x.reshape(1, 5), w, mode="max", sparse=True))
e = nn.EmbeddingBag(6, 2, sparse=True, mode="sum")
for opt in (torch.optim.SparseAdam(e.parameters(), lr=0.1), torch.optim.Adagrad(e.parameters(), lr=0.1)):
    opt.zero_grad()
    e(x, o).pow(2).sum().backward()
    opt.step()
    print(e.weight)
tried(lambda: torch.optim.Adagrad(e.parameters(), weight_decay=0.1).step())

s = nn.Parameter(torch.tensor([[0.0, 1.0], [2.0, 0.0]]).to_sparse())
print(s)
v = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
torch.sparse.addmm(torch.ones(2, 2), s, v, alpha=2.0).sum().backward()
print(s.grad, v.grad)
torch.sparse.mm(s, v).pow(2).sum().backward()
print(s.grad, v.grad)

print(torch.result_type(1, 2.0), torch.result_type(True, 1j), torch.result_type(1.5, torch.ones(2, dtype=torch.int64)))
t = torch.tensor([1.0, 2.0])
print(2j / t, t / 1j, 1j - t)
c = torch.tensor([True, False])
a = torch.ones(2, requires_grad=True)
b = torch.ones(2, dtype=torch.complex64, requires_grad=True)
tried(lambda: torch.where(c, a, b).real.sum().backward())
torch.cat([a, b]).real.sum().backward()
torch.stack([a, b]).real.sum().backward()
print(a.grad, b.grad)

tried(lambda: t.pin_memory())
print(t.is_pinned())
tried(lambda: torch.empty(2, pin_memory=True))
tried(lambda: torch.tensor([1.0], pin_memory=True))

n = torch.ones(3, requires_grad=True)
q = n * 2
r = q * q
q.detach().numpy()[0] = 100
r.sum().backward()
print(n.grad, q._version)


class Shown(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func, kwargs)
        return func(*args, **(kwargs or {}))


with Shown():
    torch.softmax(t, 0, dtype=torch.float64)
    t.softmax(0, dtype=torch.float16)
    torch.quantile(t, 0.5)
    t.to(torch.float64)

torch.set_printoptions(precision=9)
d = torch.arange(12, dtype=torch.float64).reshape(1, 1, 3, 4) ** 0.5
d.requires_grad_()
for mode in ("bilinear", "bicubic", "nearest-exact"):
    z = F.interpolate(d, scale_factor=1.3, mode=mode)
    d.grad = None
    z.pow(2).sum().backward()
    print(z, d.grad)
print(F.interpolate(d.detach(), size=(7, 3), mode="bilinear", antialias=True))
