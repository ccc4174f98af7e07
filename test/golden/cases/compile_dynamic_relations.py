"""Sizes that became dynamic: which of equal ones share a symbol, equalities PyTorch solves, guards on sums of several, errors that name them."""
import torch
import torch.nn.functional as F

@torch.compile
def f(x):
    return x.select(0, 5) * 2
for n in (7, 8, 9):
    print(f(torch.arange(n)))
try:
    print(f(torch.arange(4)))
except Exception as e:
    print(type(e).__name__, str(e).splitlines()[0])
@torch.compile(dynamic=True)
def g(x):
    return x[6] * 2
try:
    print(g(torch.arange(4)))
except Exception as e:
    print(type(e).__name__, str(e).splitlines()[0])
@torch.compile(dynamic=True)
def f(x, y):
    if x.shape[0] + 2 == y.shape[0]:
        return x.sum() + y.sum()
    return x.sum() - y.sum()
@torch.compile(dynamic=True)
def g(x, y):
    if x.shape[0] + y.shape[0] == 8:
        return x.sum() + y.sum()
    return x.sum() - y.sum()
@torch.compile(dynamic=True)
def h(x, y):
    if y.shape[0] - x.shape[0] <= 3:
        return x.sum() + y.sum()
    return x.sum() - y.sum()
@torch.compile(dynamic=True)
def k(x, y):
    if 2 * y.shape[0] + x.shape[0] * 3 > 20:
        return x.sum() + y.sum()
    return x.sum() - y.sum()
for fn in (f, g, h, k):
    for a, b in ((3, 5), (4, 6), (4, 4), (3, 8), (2, 6)):
        print(fn(torch.ones(a), torch.ones(b)))
def make(body):
    return torch.compile(body, dynamic=True)
@torch.compile(dynamic=True)
def f(x, n: int):
    if x.shape[0] + 2 == n:
        return x + n
    return x - n
@torch.compile(dynamic=True)
def g(x, y, z):
    if x.shape[0] == y.shape[0] + z.shape[0]:
        return x.sum() + y.sum() + z.sum()
    return x.sum()
@torch.compile(dynamic=True)
def h(x, y):
    if x.shape[0] == 2 * y.shape[0]:
        return x.sum() + y.sum()
    return x.sum() - y.sum()
@torch.compile(dynamic=True)
def k(x, y):
    if 2 * x.shape[0] != 3 * y.shape[0]:
        return x.sum() + y.sum()
    return x.sum() - y.sum()
for a, n in ((3, 5), (4, 6), (4, 7)):
    print(f(torch.ones(a), n))
for a, b, c in ((5, 3, 2), (7, 4, 3), (7, 4, 5), (4, 2, 7)):
    print(g(torch.ones(a), torch.ones(b), torch.ones(c)))
for a, b in ((6, 3), (8, 4), (8, 5), (9, 6)):
    print(h(torch.ones(a), torch.ones(b)))
    print(k(torch.ones(a), torch.ones(b)))
@torch.compile
def f(x, y):
    return x.sum() + y.sum()
for a, b in ((3, 5), (4, 4), (5, 6), (7,7)):
    f(torch.ones(a), torch.ones(b))
@torch.compile
def g(x, y):
    return x + y
for a, b in ((3, 3), (4, 4), (5, 5), (1, 6)):
    g(torch.ones(a), torch.ones(b))
@torch.compile(dynamic=True)
def h(x, y):
    return x.sum() + y.sum()
for a, b in ((3, 3), (4, 4), (5, 6), (7,7), (2, 3)):
    h(torch.ones(a), torch.ones(b))
@torch.compile(dynamic=True)
def k(x):
    return x.sum()
for a, b in ((3, 3), (4, 4), (5, 6), (7,7), (2, 3)):
    k(torch.ones(a, b))
@torch.compile
def m(x):
    return x.sum()
for a, b in ((3, 4), (4, 4), (5, 5), (5, 6), (7,7), (2, 3)):
    m(torch.ones(a, b))
@torch.compile
def f(x, y, z):
    a = x + y
    if z.shape[0] > 3:
        a = a * 2
    return a.sum() + z.sum()
for a, b, c in ((3, 3, 3), (4, 4, 4), (5, 5, 6), (7,7,8), (2, 2, 3)):
    print(f(torch.ones(a), torch.ones(b), torch.ones(c)))
@torch.compile
def g(q, k, v, mask):
    s = q @ k.transpose(-1, -2)
    s = s.masked_fill(mask, 0.0)
    return torch.softmax(s, -1) @ v
for t in (3, 4, 6):
    print(g(torch.ones(2, t, 4), torch.ones(2, t, 4), torch.ones(2, t, 4), torch.zeros(t, t, dtype=torch.bool)).shape)
print(g(torch.ones(2, 3, 4), torch.ones(2, 5, 4), torch.ones(2, 5, 4), torch.zeros(3, 5, dtype=torch.bool)).shape)
@torch.compile
def h(x, w):
    return x @ w + w.shape[0]
for t in (4, 5, 6, 7):
    print(h(torch.ones(2, t), torch.ones(t, t)).shape)
@torch.compile
def k(a, b, c, d):
    return (a + b).sum() + torch.stack([c, d]).sum()
for t, u in ((4, 4), (5, 5), (6, 7), (7, 7)):
    print(k(torch.ones(t), torch.ones(t), torch.ones(u), torch.ones(u)))
lin = torch.nn.Linear(4, 4)
@torch.compile
def m(x, y):
    h = lin(x)
    return h.sum() + y.sum() + F.mse_loss(h[:, 0], y)
for t, u in ((3, 4), (4, 4), (6, 4), (7, 4)):
    torch.manual_seed(0)
    print(m(torch.ones(t, u), torch.ones(t)).shape)
@torch.compile
def n(x, y):
    for i in range(x.shape[0]):
        y = y + i
    return y.sum()
for t, u in ((3, 2), (4, 4), (4, 6), (5, 5)):
    print(n(torch.ones(t), torch.ones(u)))
x = torch.ones(4); y = torch.ones(4)
torch._dynamo.mark_dynamic(x, 0)
torch._dynamo.mark_dynamic(y, 0)
@torch.compile
def p(x, y):
    return x.sum() + y.sum()
p(x, y)
p(torch.ones(5), torch.ones(6))
@torch.compile
def r(x):
    return torch.tril(x).sum()
for t, u in ((3, 2), (4, 4), (4, 6), (5, 5)):
    print(r(torch.ones(t, u)))
