import numpy as np
n = np.array([1, 2, 3])
r = np.add(n, 1, out=n)
print(r is n, n)
x = np.array([1.5, -2.0, 3.25])
print(np.maximum(x, 0, out=x), x)
y = np.zeros(3)
np.multiply(x, 2, y)
print(y)
print(np.divide(x, [1, 0, 2], out=np.zeros(3), where=np.array([True, False, True])))
print(np.add([1, 2], 3, dtype=np.float64), np.add([1, 2], 3, dtype=np.float32).dtype, np.add(1, 2, dtype=float))
print(np.sqrt(np.array([1., 4., 9.]), out=y), y)
print(np.exp(np.zeros(3), out=y))
try:
    np.divide(n, 2, out=n)
except TypeError as e:
    print(type(e).__name__, e)
try:
    np.add(np.ones(3), 1, out=np.zeros(2))
except ValueError as e:
    print(e)
try:
    np.add(np.array([1.5]), 1, dtype=int)
except TypeError as e:
    print(type(e).__name__, e)
try:
    n += 1.5
except TypeError as e:
    print(type(e).__name__, e)
print(np.add(n, 0.5, out=np.zeros(3, dtype=int), casting='unsafe'))
print(np.greater(x, 1, out=np.zeros(3, dtype=bool)), np.logical_and(n > 1, n < 4, where=True))
m = np.arange(12).reshape(3, 4)
out = np.zeros(4, dtype=int)
print(np.sum(m, axis=0, out=out) is out, out)
print(np.sum(m, where=m > 5), m.sum(where=m % 2 == 0, axis=1), np.sum(m, initial=10), m.sum(initial=3, axis=0))
print(np.max(m, initial=20), np.min(m, axis=1, initial=4), np.max(m, where=m < 5, initial=-1), m.max(initial=0))
print(np.prod([1., 2., 3.], where=[True, False, True]), np.prod([2, 3], initial=5))
print(np.any(m > 10, where=m < 5), np.all(m < 5, where=m < 5), np.any(m, axis=0, out=np.zeros(4, dtype=bool)))
o = np.zeros(3)
print(np.mean(m, axis=1, out=o) is o, o, np.std(m, axis=1, out=o), m.mean(axis=1, out=o))
print(np.mean(np.array([1., 2., 3., 4.]), where=np.array([True, False, True, True])))
print(np.cumsum(n, out=np.zeros(3, dtype=int)), np.cumsum(n, dtype=float), n.cumsum(dtype=np.float32).dtype)
print(np.add.reduce(m, axis=1), np.add.reduce(m, axis=1, out=np.zeros(3, dtype=int)), np.maximum.reduce(m, axis=None), np.add.reduce(m, initial=5))
print(np.add.accumulate(n), np.add.accumulate(n, dtype=float), np.multiply.outer([1, 2], [3, 4]), np.subtract.reduce(n))
z = np.zeros(4)
np.add.at(z, [0, 1, 1], 1.0)
print(z, np.argmax(m, axis=1, out=np.zeros(3, dtype=np.int64)))
print(np.clip(x, 0, 1, out=x), np.round(y, 1, out=y), x.clip(0, 2, out=x))
print(np.matmul(m, m.T, out=np.zeros((3, 3), dtype=int)), np.dot(m, n.repeat(4)[:4], out=np.zeros(3, dtype=int)))
print(np.concatenate([n, n], out=np.zeros(6, dtype=int)), np.stack([n, n], out=np.zeros((2, 3), dtype=int)))
import torch
with torch.backends.cudnn.flags(enabled=False, deterministic=True):
    print(torch.backends.cudnn.enabled, torch.backends.cudnn.deterministic)
print(torch.backends.cudnn.enabled, torch.backends.mkldnn.is_available())
n /= 2
