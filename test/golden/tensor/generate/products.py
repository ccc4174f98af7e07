"""Matrix products, dot products and batches over many shapes and layouts: digests of the results."""

import random

import torch
from common import DTYPES, digest, doubles

# Last bits depend on the kernels: the reference is the one that the engine follows; `differing` counts the others.
KEEP = True
SMALL = [1, 1, 2, 3, 4, 5, 7, 8, 9, 12, 15, 16, 20, 31, 32, 33, 64]
DEPTH = [1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 19, 32, 50, 64, 100, 113, 128, 200, 256, 300, 512]


def matrix(seed, *sizes):
    n = 1
    for s in sizes:
        n *= s
    return doubles(n, seed).float().reshape(sizes)


def laid_out(t, letter, second):
    """Stored along its rows, or along its columns."""
    across = letter == "t"
    return t.transpose(-1, -2).clone(memory_format=torch.contiguous_format).transpose(-1, -2) if across else t


def rows():
    rng = random.Random(5)
    for i in range(900):
        form = ["nn", "nt", "tn", "tt", "nt", "nn"][i % 6]
        m, n, k = rng.choice(SMALL), rng.choice(SMALL), rng.choice(DEPTH)
        a, b, c = matrix(i, m, k), matrix(i + 7, k, n), matrix(i + 3, m, n)
        x, y = laid_out(a, form[0], False), laid_out(b, form[1], True)
        name = ["float32", "float32", "float32", "bfloat16", "float64"][i % 5] if i % 4 == 0 else "float32"
        x, y, c = (t.to(DTYPES[name]) for t in (x, y, c))
        bias = rng.random() < 0.4 and name == "float32"
        result = torch.addmm(c, x, y) if bias else x @ y
        yield {"op": "addmm" if bias else "mm", "form": form, "dtype": name, "m": m, "n": n, "k": k, "seed": i, "strides": [list(x.stride()), list(y.stride())], "digest": digest(result)}
    for i in range(200):
        m, n, k = rng.choice(SMALL), rng.choice(SMALL), rng.choice(DEPTH[:14])
        form = ["nn", "nt", "tn"][i % 3]
        x, y = laid_out(matrix(i, 2, m, k), form[0], False), laid_out(matrix(i + 7, 2, k, n), form[1], True)
        yield {"op": "bmm", "form": form, "dtype": "float32", "m": m, "n": n, "k": k, "seed": i, "digest": digest(torch.bmm(x, y))}
    for k in list(range(0, 40)) + [64, 77, 100, 127, 128, 200, 1000]:
        yield {"op": "dot", "k": k, "seed": k, "digest": digest(torch.dot(matrix(k, k), matrix(k + 7, k)))}
    for i, (m, n, k) in enumerate([(128, 384, 128), (256, 64, 256), (100, 65, 97), (33, 200, 129)]):
        for form in ("nn", "nt", "tn"):
            x, y = laid_out(matrix(i, m, k), form[0], False), laid_out(matrix(i + 7, k, n), form[1], True)
            yield {"op": "mm", "form": form, "dtype": "float32", "m": m, "n": n, "k": k, "seed": i, "digest": digest(x @ y)}
