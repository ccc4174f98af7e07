"""What is taken up again after breaks of one line shares what it saw of sizes and numbers."""

import torch
@torch.compile
def f(x, w):
    h = x @ w
    if h.sum() > 0:
        h = h * 2
    else:
        h = h - 1
    if h.mean() > 1.0:
        return h.relu(), h.shape[0]
    return h.tanh() * h.shape[0]
w = torch.ones(3, 2)
print(f(torch.ones(2, 3), w))
print(f(-torch.ones(4, 3), w))
print(f(torch.ones(5, 3), w))
print(f(-torch.ones(6, 3), w))
@torch.compile
def g(x, k):
    y = x * k
    if y.sum() > 3: y = y + k
    else: y = y - k
    return y
for i, s in ((2, 1.), (3, -1.), (4, 1.), (5, -1.)):
    print(g(torch.ones(3) * s, i))
class N:
    def __init__(self): self.n = 0
    def run(self, x):
        self.n += 1
        y = x.sin()
        print("n", self.n)
        return y * self.n
o = N()
r = torch.compile(o.run)
for _ in range(3): print(r(torch.zeros(2)))

@torch.compile
def f(x, thr):
    if x.max() > thr:
        x = x.clamp(max=thr)
    return x / thr

print(f(torch.tensor([1., 5.]), 2.0))
print(f(torch.tensor([1., 1.5]), 3.0))
print(f(torch.tensor([1., 9.]), 4.0))

@torch.compile
def g(x):
    while x.sum() < 10:
        x = x * 2
    return x
print(g(torch.ones(2)))

@torch.compile
def h(x):
    nz = x.nonzero()
    u = torch.unique(x)
    return nz.shape[0] + u.numel()
print(h(torch.tensor([0, 1, 1, 2])))
