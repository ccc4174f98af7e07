import torch
@torch.compile
def f(x, n):
    y = x * 2
    if y.sum() > 0:
        y = y - 1
    print("mid", n)
    v = y.max().item()
    z = y + v
    try:
        z = z.view(2, -1)
    except RuntimeError:
        z = z.flatten()
    return z.cpu().tolist(), z
print(f(torch.ones(4), 1)); print(f(-torch.ones(4), 2))
@torch.compile
def g(xs, d):
    out = 0
    for i, (k, v) in enumerate(d.items()):
        out = out + xs[i] * v
    for x in reversed(xs): out = torch.sin(out) + x
    a, *rest = xs
    return out, len(rest), [t.shape[0] for t in xs], f"{len(xs)} tensors"
print(g([torch.ones(2), torch.zeros(2)], {"a": 1, "b": 2.5}))
@torch.compile
def h(x):
    y = x.nonzero()
    return y * 2
print(h(torch.tensor([0, 1, 2])))
@torch.compile
def k(x):
    with torch.no_grad(): a = x * 2
    b = x.sin(); b += a; x.add_(1)
    return b, x
print(k(torch.ones(2)))
