# Arrays: making, printing, indexing, views, arithmetic and its types, reductions, joining, sorting.
import copy

import numpy as np

a = np.array([[1.5, -2.0, 3.25], [4.0, 5.125, -6.0]])
b = np.arange(6).reshape(2, 3)
print(a, repr(a), a.shape, a.dtype, a.ndim, a.size, repr(b))
print(a + b, a * 2, a / b.max(), b // 2, b % 4, b**2, -a, abs(a))
print(a > 0, (a > 0) & (b < 4), ~(a > 0), np.logical_and([True, False], [True, True]), np.logical_not([1, 0]))
print(a.sum(), a.sum(axis=0), a.mean(axis=1), a.std(), a.var(axis=0), a.max(), a.min(axis=1), a.argmax(), b.argmax(axis=1))
print(repr(a.sum()), repr(b.sum()), repr(a.max() > 3), repr(np.float32(0.1)), np.float32(0.1), np.float32(16777216.0), np.float16(1000))
print(a[0], a[:, 1], a[1, 2], a[::-1], a[:, ::2], a[a > 0], a[[1, 0]], a[[0, 1], [2, 0]])
a[0, 0] = 7
a[:, 1] = [8, 9]
a[a < 0] = 0
turned = a.T
turned[0, 0] = 100
print(a, turned)

z = np.zeros((3, 4))
z[1:, ::2] = 5
z[0] += 1
z[:, 1] -= np.arange(3)
z *= 2
print(z, z.nonzero(), np.argwhere(z > 5), np.flatnonzero([0, 1, 1]))
print(z.reshape(2, -1), z.swapaxes(0, 1).shape, np.moveaxis(z[None], 0, -1).shape, np.pad(z[:1, :2], 1), np.pad([1, 2], (1, 2), mode="constant", constant_values=9))
other = copy.deepcopy(z)
other[0, 0] = -1
print(z[0, 0], other[0, 0], np.array_equal(z, other), np.allclose(z, z + 1e-9), np.isclose([1, 2], [1, 2.1]))

print(np.zeros((2, 2)), np.ones(3, dtype=np.int64), np.eye(3), np.full((2,), 7), np.linspace(0, 1, 5), np.arange(0, 1, 0.25))
print(np.linspace(-np.pi, np.pi, 7, dtype=np.float32), np.linspace(0, 10, 4, endpoint=False), np.arange(10)[2:8:3], np.arange(10)[::-2])
print(np.arange(24).reshape(2, 3, 4)[..., 0], np.arange(24).reshape(2, 3, 4)[0, :, [1, 2]].shape)
print(np.concatenate([b, b]), np.stack([b[0], b[1]], axis=1), np.vstack([b[0], b[1]]), np.hstack([b[0], b[1]]), np.append([1], [2, 3]), np.array_split(np.arange(5), 2))
print(np.exp(np.array([0.0, 1.0, 2.0])), np.log(np.array([1.0, 2.0])), np.sqrt(b), np.power(2.0, np.arange(3)), np.sin(np.arange(3)), np.log2(8), np.sqrt(2))
print(np.where(a > 5, a, -1), np.clip(a, 1, 8), np.maximum(a, 4), np.minimum(b, 2), np.sign([-2, 0, 3]), np.diff([1, 4, 9]), np.square([1, 2]))
print(np.dot(b, b.T), b @ b.T, np.matmul(a, a.T), np.outer([1, 2], [3, 4]), np.linalg.norm(a, axis=1), np.prod((2, 3)), np.cumprod([1, 2, 3]))
print(np.sort([3, 1, 2]), np.argsort([3.0, 1.0, 2.0]), np.unique([3, 1, 1], return_counts=True), np.cumsum(b, axis=1), np.cumsum([0.1, 0.2, 0.3]), np.bincount([0, 1, 1]))
print(np.triu(np.ones((3, 3)), k=1), np.tril(np.ones((2, 2))).astype("uint8"), np.tile([1, 2], 2), np.repeat([1, 2], 2), np.split(np.arange(6), 3))
rows, columns = np.meshgrid(np.arange(3), np.arange(2))
print(rows, columns, np.median([1, 5, 3]), np.percentile([1, 2, 3, 4], 25), np.count_nonzero([0, 1, 2]), np.searchsorted([1, 3, 5], 4))

small = np.array([200, 100], dtype=np.uint8)
print(small + 100, small * 1.5, small.astype(np.float32) / 255.0, (small / 255).dtype, small.mean())
third = np.array([1, 2], dtype=np.float32)
print(third / 3, third * np.float64(2), third * 2.0, np.array([1, 2]) * np.float32(2), np.array([True, 2]).dtype, np.asarray([1, 2.5]).dtype)
print(np.array([1e-5, 1.0]), np.array([1e10, 1.0]), np.array([0.1, 0.123456789012]), np.array([np.nan, 1.0, np.inf]), np.array(5), np.array([]), repr(np.array([1], dtype=np.int32)))
print(np.arange(2000), np.arange(40).reshape(4, 10) * 1.5)
print(repr(np.arange(30.0) / 7))
print(f"{np.float64(3.14159):.2f} {np.mean([1, 2]):.3f}", "%d %.3f" % (np.int64(3), np.float64(2.5)), np.int64(7) // 2, 3 * np.float64(0.1), 2 ** np.int64(3), np.int64(1) / 3)
print(isinstance(np.float64(1), float), isinstance(np.int64(1), int), {np.int64(1): "a"}[1], [1, 2, 3][np.int64(1)], np.dtype("float32"), b.dtype == np.int64, b.dtype == "int64")
for row in b:
    print(row, [type(v) for v in row], row.tolist())
print(b.flatten(), b.reshape(3, -1), np.expand_dims(b, 0).shape, np.squeeze(b[None]).shape, b[None, ..., None].shape, b.max().item(), float(a.mean()), int(b.sum()))
np.set_printoptions(precision=3, suppress=True)
print(np.array([1.23456789, 1e-6, 100.0]), np.round(np.array([1.234, 5.678]), 1), round(np.float64(2.567), 2))

for wrong in (lambda: a + np.ones(4), lambda: a[5], lambda: a.reshape(4, 2), lambda: bool(a), lambda: np.concatenate([np.zeros((2, 2)), np.zeros((3, 3))]), lambda: b[0, 0, 0]):
    try:
        wrong()
    except (ValueError, IndexError) as error:
        print(type(error).__name__, error)
