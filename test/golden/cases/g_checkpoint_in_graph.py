# Activation checkpoints in a graph: what is kept, what the backward computes again and where, two regions in a row.
import torch
from torch.utils.checkpoint import checkpoint


def first(x, w):
    h = torch.sigmoid(x @ w)
    return h * x, h.sum(0)


def second(a, b, scale):
    return torch.nn.functional.layer_norm(a + b, (3,)) * scale


@torch.compile
def f(x, w):
    a, b = checkpoint(first, x, w, use_reentrant=False)
    c = checkpoint(second, a, b, scale=2.0, use_reentrant=False)
    return c.sin() + a


torch.manual_seed(0)
x = torch.randn(2, 3, requires_grad=True)
w = torch.randn(3, 3, requires_grad=True)
for _ in range(2):
    f(x, w).sum().backward()
print(x.grad)
print(w.grad)


@torch.compile
def r(x, w):
    return checkpoint(lambda x: torch.sigmoid(x @ w), x * 2, use_reentrant=True).sum()


r(x, w).backward()
print(x.grad)
with torch.no_grad():
    print(r(x, w))
