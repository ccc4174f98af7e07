import torch
@torch.compile(fullgraph=True)
def ok(x): return torch.where(x > 0, x, -x).sum()
print(ok(torch.tensor([1.0, -2.0])))
@torch.compile(fullgraph=True)
def bad(x):
    y = x + 1
    if y.sum() > 0:
        return y
    return x
try: bad(torch.ones(2))
except Exception as e: print(type(e).__name__)
@torch.compile(dynamic=True)
def dyn(x): return x * x.shape[0]
for n in (2, 3, 4): print(dyn(torch.ones(n)).sum())
@torch.compiler.disable
def side(x): return x.numpy().sum() if False else x.sum().item()
@torch.compile
def f(x): return x * side(x + 1)
print(f(torch.ones(2)))
@torch.compile
def closure(x):
    def inner(t, k=2): return t * k
    return [inner(x, i) for i in range(3)] + [inner(x)]
print(closure(torch.ones(1)))
print(torch.compiler.is_compiling())
