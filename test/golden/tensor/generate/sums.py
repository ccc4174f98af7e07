"""Sums, means, variances, norms and row statistics over many shapes, layouts and types."""

import itertools
import random

import torch
from common import DTYPES, pack, text
from products import matrix

# The order of additions depends on the vector width: the reference is the one that the engine follows.
KEEP = True
FULL = list(range(1, 40)) + [63, 64, 65, 100, 127, 128, 129, 255, 256, 257, 511, 512, 513, 1000, 1024, 2049, 4096, 5000, 10007, 70000]


def row(op, t, dims, result, **extra):
    return {"op": op, "sizes": list(t.shape), "strides": list(t.stride()), "offset": t.storage_offset(), "dtype": str(t.dtype)[6:],
            "seed": t.seed, "dims": dims, "data": text(result), **extra}


def make(seed, sizes, dtype, perm=None, cut=False):
    base = [sizes[p] for p in perm] if perm else list(sizes)
    if cut:
        base[-1] += 3
    t = matrix(seed, *base).to(DTYPES[dtype])
    if cut:
        t = t[..., 1:-2]
    if perm:
        t = t.permute([perm.index(i) for i in range(len(perm))])
    t.seed = seed
    return t


def rows():
    rng = random.Random(2)
    for dtype, n in itertools.product(("float32", "float64", "bfloat16", "float16"), FULL):
        t = make(n, [n], dtype)
        yield row("sum", t, [0], t.sum())
    for i in range(500):
        rank = rng.randint(1, 4)
        sizes = [rng.choice([1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 20, 33, 40, 70]) for _ in range(rank)]
        while torch.Size(sizes).numel() > 40000:
            sizes[sizes.index(max(sizes))] = 2
        perm = list(range(rank))
        if rng.random() < 0.4:
            rng.shuffle(perm)
        t = make(i, sizes, rng.choice(["float32", "float32", "float32", "float64", "bfloat16", "float16"]), perm, rng.random() < 0.2)
        dims = sorted(rng.sample(range(rank), rng.randint(1, rank)))
        yield row("sum", t, dims, t.sum(dims))
    for n, k in itertools.product([1, 3], [1, 2, 5, 7, 8, 9, 15, 16, 17, 32, 33, 64, 100, 128, 129, 256, 300, 768]):
        t = make(n * 1000 + k, [n, k], "float32")
        mean, rstd = torch.native_layer_norm(t, [k], None, None, 1e-5)[1:]
        yield row("moments", t, [1], mean, rstd=text(rstd))
        yield row("mean", t, [1], t.mean(1))
        yield row("norm", t, [1], torch.linalg.vector_norm(t, 2, 1))
        yield row("var", t, [1], t.var(1, correction=0))
        yield row("softmax", t, [1], (t * 4).softmax(1))
        yield row("log_softmax", t, [1], (t * 4).log_softmax(1))
    for shape, dim, dtype in itertools.product([(5, 3), (3, 17), (20, 9), (4, 100)], [0, 1], ["float32", "float64"]):
        t = make(shape[0] * 100 + dim, shape, dtype)
        g = matrix(shape[0] * 100 + 50, *shape).to(t.dtype)
        s, l = torch.softmax(t, dim), torch.log_softmax(t, dim)
        yield row("line_softmax", t, [dim], s)
        yield row("line_log_softmax", t, [dim], l)
        yield row("softmax_backward", t, [dim], torch._softmax_backward_data(g, s, dim, t.dtype), forward=text(s))
        yield row("log_softmax_backward", t, [dim], torch._log_softmax_backward_data(g, l, dim, t.dtype), forward=text(l))
