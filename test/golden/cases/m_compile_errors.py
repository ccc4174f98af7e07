import torch
@torch.compile
def f(x, w): return (x @ w).relu()
print(f(torch.ones(2, 3), torch.ones(3, 1)))
try: f(torch.ones(2, 3), torch.ones(2, 1))
except RuntimeError as e: print(type(e).__name__)
@torch.compile
def g(x):
    for i in range(3):
        if i == 1: continue
        x = x + i
    while x.dim() < 3: x = x.unsqueeze(0)
    d = {"a": x}; d.update(b=x * 2); l = [*d.values()]; l.append(torch.zeros_like(x)); s = sorted(d, reverse=True); t = tuple(v.sum() for v in l)
    return torch.stack(t), s, x.shape, isinstance(x, torch.Tensor), x.dtype == torch.float32
print(g(torch.ones(2)))
@torch.compile
def h(x, k):
    if isinstance(k, str): return x + len(k)
    if k is None: return x
    return x * k
print(h(torch.ones(1), "ab"), h(torch.ones(1), None), h(torch.ones(1), 2), h(torch.ones(1), "abc"))
@torch.compile
def r(x): raise ValueError("no " + str(x.shape[0]))
r(torch.ones(3))
