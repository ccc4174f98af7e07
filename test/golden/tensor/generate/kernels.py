"""Operators whose last bits depend on the order of their sums: batch normalisation, small batches, zeros with a sign."""

import torch
from common import digest, doubles

# Last bits depend on the kernels: the reference is the one that the engine follows; `differing` counts the others.
KEEP = True
SHAPES = [(5, 3), (4, 3, 5), (2, 3, 4, 4), (3, 7, 11, 11), (2, 3, 2, 3, 4), (1, 2, 3, 3), (17, 4), (3, 2, 9)]


def values(seed, *sizes):
    n = 1
    for s in sizes:
        n *= s
    return doubles(n, seed).float().reshape(sizes)


def turned(t):
    """The same numbers, stored last dimension first."""
    return t.transpose(0, -1).contiguous().transpose(0, -1)


LAYOUTS = {
    "plain": lambda x, g: (x, g),
    "last": lambda x, g: (x.contiguous(memory_format=torch.channels_last), g.contiguous(memory_format=torch.channels_last)),
    "input": lambda x, g: (turned(x), g),
    "gradient": lambda x, g: (x, turned(g)),
}


def batch_norms():
    for shape in SHAPES:
        for seed, (layout, lay) in enumerate(LAYOUTS.items()):
            if layout == "last" and len(shape) != 4:
                continue
            for momentum in (0.1, 0.37):
                x, g = lay(values(seed, *shape), values(seed + 50, *shape))
                w, b, mean, var = (values(seed + i, shape[1]) for i in (1, 2, 3, 4))
                var = var * var + 1
                leaves = [t.requires_grad_() for t in (x, w, b)]
                out = torch.nn.functional.batch_norm(x, mean, var, w, b, True, momentum, 1e-5)
                made = [out, mean, var, *torch.autograd.grad(out, leaves, g)]
                yield {"op": "batch_norm", "shape": shape, "layout": layout, "seed": seed, "momentum": momentum, "digests": [digest(t) for t in made]}


def products():
    for seed, (n, m, k, p) in enumerate([(1, 3, 4, 5), (2, 3, 4, 2), (3, 5, 5, 5), (2, 6, 6, 7), (2, 9, 8, 10)]):
        a, b, c = values(seed, n, m, k), values(seed + 7, n, k, p), values(seed + 3, n, m, p)
        made = [torch.baddbmm(c, a, b)]
        if m * k * p < 400:  # larger ones have an order of their own with factors
            made.append(torch.baddbmm(c, a, b, beta=0.25, alpha=1.5))
        yield {"op": "baddbmm", "sizes": [n, m, k, p], "seed": seed, "digests": [digest(t) for t in made]}
    for m, k, n in [(1, 1, 1), (2, 3, 4), (1, 3, 4), (4, 3, 1), (8, 8, 8), (9, 10, 11), (3, 0, 2), (16, 120, 9)]:
        for first, second in [(0.0, -0.0), (0.0, 0.0), (-0.0, 0.0), (-0.0, 1.0), (0.0, -1.0)]:
            a, b, c = torch.full((m, k), first), torch.full((k, n), second), torch.full((n,), -0.0)
            made = [
                torch.addmm(c, a, b),
                torch.nn.functional.linear(a, b.t().contiguous(), c),
                torch.baddbmm(c, a[None], b[None]),
                torch.addmv(torch.full((m,), -0.0), a, b[:, 0]),
            ]
            signs = ["".join("-" if s else "+" for s in torch.signbit(t).flatten().tolist()) for t in made]
            yield {"op": "zeros", "sizes": [m, k, n], "first": str(first), "second": str(second), "signs": signs}


def rows():
    yield from batch_norms()
    yield from products()
