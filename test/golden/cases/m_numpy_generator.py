import numpy as np
import torch

# The generator of numpy's newer interface draws the same bits.
for seed in (0, 42, 2**40 + 3, 2**200 + 7):
    rng = np.random.default_rng(seed)
    print(rng.random(3).tolist(), rng.random(), rng.random(2, dtype=np.float32).tolist())
    print(rng.integers(10, size=6), rng.integers(5, 9), rng.integers(0, 2**40, size=2), rng.integers(1, 6, size=4, endpoint=True))
    print(rng.integers(0, 2, size=(2, 3), dtype=np.int32), rng.uniform(-1, 1, size=2).tolist(), rng.uniform())
    print(rng.permutation(7), rng.permutation([3.5, 1.5, 2.5]), rng.choice(10, 4, replace=False), rng.choice(5, size=4))
    print(rng.choice([10, 20, 30], size=5, p=[0.2, 0.5, 0.3]), rng.choice(100), rng.choice(20000, 3, replace=False))
    order = list("abcdef")
    rng.shuffle(order)
    rows = np.arange(8).reshape(4, 2)
    rng.shuffle(rows)
    print(order, rows.tolist(), rng.permutation(rows).tolist())
print(type(rng.random()).__name__, type(rng.integers(3)).__name__, type(rng.choice(3)).__name__)
print(np.random.default_rng(rng) is rng)
for call in (lambda: rng.integers(0), lambda: rng.choice(3, 4, replace=False), lambda: rng.integers(3, 1), lambda: np.random.default_rng(-1)):
    try:
        call()
    except ValueError as e:
        print(type(e).__name__, e)
x = torch.from_numpy(np.random.default_rng(1).random((2, 3), dtype=np.float32))
print(x)

# Functions of numpy given a tensor: ufuncs give tensors, reductions call the tensor's method.
t = torch.tensor([-1.0, 2.0, -3.0])
print(np.maximum(t, 0), np.minimum(0, t), np.add(t, np.ones(3)), np.greater(t, 0), np.isnan(t), np.multiply(t, t))
for name in "sum mean std var max min prod any all".split():
    try:
        print(name, getattr(np, name)(t))
    except TypeError as e:
        print(name, str(e).splitlines()[0])

# einsum
inv = 1.0 / 10000 ** (np.arange(0, 4, 2) / 4)
print(np.einsum("i,j->ij", np.arange(3), inv))
print(np.einsum("m,d->md", np.arange(2), np.array([1.0, 0.5])), np.einsum("ii", np.arange(9).reshape(3, 3)))
a = np.arange(6).reshape(2, 3)
print(np.einsum("ij,kj", a, a), np.einsum("ij->ji", a).shape, np.einsum("ij->", a), np.einsum("ii->i", np.arange(4).reshape(2, 2)))
print(np.einsum("...ij,...jk->...ik", np.ones((2, 2, 3)), np.ones((2, 3, 1))).shape, np.einsum("i,i", [1, 2], [3.0, 4.0]), np.einsum("ba", a))
print([np.random.default_rng(s).choice(10, 5, replace=False).tolist() for s in range(6)], np.random.default_rng(3).choice(12000, 300, replace=False).sum())
for operands in (("i,j->ij", [1]), ("i->i", [1], [2])):
    try:
        np.einsum(*operands)
    except ValueError as e:
        print(e)
