"""Views, pieces and numbers made of parts of dynamic sizes."""

import torch


@torch.compile
def f(x):
    h = x.shape[0] // 2
    a, b = x.split(h)
    c, d = x[:h], x[h:]
    return a * b + c - d

for n in (4, 6, 8):
    print(f(torch.arange(float(n))))

@torch.compile
def g(x):
    n = x.shape[0]
    return x.view(n // 2, 2, -1).sum(1)
for n in (4, 6, 8):
    print(g(torch.ones(n, 3)))

@torch.compile
def h(x):
    return x.chunk(2, dim=0)
for n in (4, 6, 7):
    print([t.shape for t in h(torch.ones(n, 3))])
@torch.compile
def f(x):
    n = x.shape[0]
    return torch.full((n,), n), torch.full((n, 2), n * 2), torch.full((2,), n // 2)
for n in (2, 3, 4, 5):
    print([t.tolist() for t in f(torch.ones(n, 3))])
@torch.compile
def g(x, k):
    return x.narrow(0, k, 2), x.roll(k, 0), x[k], x[k:], x[:-k]
for k in (1, 2, 3):
    print([t.shape for t in g(torch.arange(12.).view(6, 2), k)])
@torch.compile
def h(x, k):
    return torch.nn.functional.pad(x, (0, k)), x.repeat(k, 1), x.expand(k, *x.shape).shape
for k in (2, 3, 4):
    print([t.shape if isinstance(t, torch.Tensor) else t for t in h(torch.ones(6, 2), k)])
@torch.compile
def p(x):
    n = x.size(1)
    m = n - n % 4
    x = x[:, :m]
    return x.reshape(x.size(0), -1, 4).mean(-1)
for n in (8, 9, 10, 12, 14):
    print(p(torch.ones(2, n)).shape)
@torch.compile
def w(x, win):
    out = []
    for i in range(0, x.shape[0] - win + 1, win):
        out.append(x[i:i + win].sum())
    return torch.stack(out)
for n in (4, 6, 8):
    print(w(torch.arange(float(n)), 2))
@torch.compile
def z(x):
    n = x.shape[0]
    return x * abs(1 - n / 10), x / round(n * 1.5), x * abs(-n), x * int(n / 2)
for n in (2, 3, 4): print(z(torch.ones(n)))
