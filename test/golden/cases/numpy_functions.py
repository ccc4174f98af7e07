"""numpy: products, sets, histograms, joins, statistics, grids, methods of ufuncs, linear algebra, draws, errors."""
import math
import warnings

import numpy as np
import torch

warnings.simplefilter('ignore')

r = np.random.default_rng(0)
print(r.standard_normal(5)); print(r.normal(1.0, 2.0, (2,3))); print(r.normal()); print(r.exponential(size=3))

np.random.seed(0)
print(repr((np.random.rand(3), np.random.randn(2,2), np.random.randint(0,10,5), np.random.choice([1,2,3],2),)))
print(repr((np.random.permutation(5), np.random.uniform(0,1,3), np.random.normal(0,1,3),)))
x = np.arange(5); np.random.shuffle(x); print(x, np.random.random(2), np.random.choice(5, 3, replace=False), np.random.random_sample(), np.random.standard_normal(2), np.random.binomial(10, .5, 3))
s = np.random.RandomState(42); print(s.rand(2), s.randint(10, size=(2,2)), s.randn(3), s.normal(size=2))

a = np.arange(6).reshape(2,3); b = np.arange(3)
print(repr((np.inner(a,b), np.vdot(b,b), np.dot(a,b), np.outer(b,b),)))
print(repr((np.tensordot(a,a,axes=([1],[1])), np.kron(np.eye(2),np.ones((1,2))), np.cross([1,0,0],[0,1,0]), np.trace(np.eye(3)),)))
print(repr((np.tensordot(a, a.T, 1),)))

print(repr((np.histogram([1,2,1,3],bins=3), np.histogram([1,2,1], bins=[0,1,2,3]), np.digitize([0.5,1.5,2.5],[1,2]), np.isin([1,2,3],[2]),)))
print(repr((np.union1d([1,2],[2,3]), np.intersect1d([1,2],[2,3]), np.setdiff1d([1,2],[2]), np.column_stack(([1,2],[3,4])),)))
print(repr((np.insert([1,2],1,9), np.delete([1,2,3],1), np.bincount([0,1,1,3]),)))

x = np.arange(5)
print(repr((np.select([x<2,x>3],[x,x*10],-1), np.nan_to_num(np.array([np.nan,np.inf,1])), np.interp([1.5,2.5],[1,2,3],[10,20,30]), np.convolve([1,2,3],[0,1,.5]),)))
print(repr((np.convolve([1,2,3],[0,1,.5],'same'), np.cov([[1,2,3],[1,2,4]]), np.corrcoef([1,2,3],[1,2,4]), np.piecewise(x, [x<2], [0, 1]),)))
print(repr((np.where(x>2), np.argwhere(x>2), np.diff(x), np.ediff1d(x),)))
print(repr((np.gradient(x.astype(float)), np.cumsum(x), np.cumprod(x+1), np.trapezoid(x) if hasattr(np,'trapezoid') else np.trapz(x),)))

print(repr((np.polyfit([0,1,2],[1,3,5],1).round(6), np.polyval([1,2],3), np.add.reduce([1,2,3]), np.add.accumulate([1,2,3]),)))
print(repr((np.multiply.outer([1,2],[3,4]), np.maximum.reduce([1,3,2]), np.maximum.accumulate([1,3,2]), np.mgrid[0:2,0:3],)))
print(repr((np.ogrid[0:2,0:2], np.r_[1:4,0], np.c_[[1,2],[3,4]], np.ix_([0,1],[1,2]),)))

A = np.array([[2.,1.],[1.,3.]])
print(repr((np.linalg.norm(A), np.linalg.norm(A,axis=1), np.linalg.inv(A).round(6), np.linalg.det(A).round(6),)))
print(repr((np.linalg.solve(A,[1,2]).round(6), np.linalg.eigh(A)[0].round(6), np.linalg.svd(A)[1].round(6), np.linalg.matrix_rank(A),)))
print(repr((np.linalg.cholesky(A).round(6), np.linalg.qr(A)[1].round(6), np.linalg.pinv(A).round(6), np.linalg.lstsq(A,[1,2],rcond=None)[0].round(6),)))
print(repr((np.linalg.matrix_power(A,2), np.linalg.eigvalsh(A).round(5), np.linalg.norm([3,4]), np.linalg.norm(A, 'fro'),)))
print(repr((np.linalg.norm(A, 1), np.linalg.cond(A).round(4),)))
try: np.linalg.inv(np.zeros((2,2)))
except np.linalg.LinAlgError as e: print(e)

a = np.array([1,2,3]); t = torch.tensor([1,2,4])
print(repr((t == torch.from_numpy(a), a == t.numpy(), (t.numpy() == a).all(), torch.as_tensor(a) != t,)))
print(repr((np.asarray(t), np.array(t), t.numpy() is not None, torch.tensor(a),)))
print(repr((np.array_equal(a, t),)))
try: print(a == t)
except Exception as e: print(type(e), e)
try: print(t == a)
except Exception as e: print(type(e), e)
try: print(a + t)
except Exception as e: print(type(e), e)
try: print(t + a)
except Exception as e: print(type(e), e)
try: print(np.mean(t.float()), np.sum(t), np.exp(t.float()))
except Exception as e: print(type(e), e)

for f in (lambda: np.ones((2,3))+np.ones((3,2)), lambda: np.ones(3).reshape(2,2), lambda: np.concatenate([np.ones((2,2)),np.ones((3,3))]), lambda: np.array([1,2])[5], lambda: np.zeros((2,2))[3,0], lambda: np.dot(np.ones((2,3)),np.ones((2,3))), lambda: np.stack([np.ones(2),np.ones(3)]), lambda: int(np.array([1,2])), lambda: bool(np.array([1,2])), lambda: np.array([1,2]).foo, lambda: np.array([[1,2],[3]]), lambda: np.squeeze(np.ones((2,2)),0), lambda: np.ones(2)@np.ones(3), lambda: np.array([1,2,3]).reshape(-1,2), lambda: np.ones((2,2)).sum(axis=5), lambda: np.split(np.arange(5), 2), lambda: np.zeros(3, dtype="foo"), lambda: np.array([1,2,3])[[True,False]], lambda: np.broadcast_to(np.ones(3),(2,2)), lambda: np.int8(200), lambda: np.array([1,2])["a"], lambda: np.float32("a"), lambda: np.nofunc, lambda: np.array([1.5])[np.array([0.5])], lambda: np.max([]), lambda: np.argmax([]), lambda: np.random.choice(3, 5, replace=False), lambda: np.vstack([np.ones(2), np.ones(3)]), lambda: np.expand_dims(np.ones(2), 5), lambda: np.transpose(np.ones((2,3)), (0,))):
    try: print(f())
    except Exception as e: print(type(e).__name__, e)

a = np.arange(12).reshape(3,4)
print(repr((a.mean(0), a.std(), a.var(axis=1), a.argmax(1),)))
print(repr((a.max(0), a.T.shape, a.flatten(), a.ravel()[0],)))
print(repr((a[a>5], a[:, ::2], a[[0,2]], a[..., None].shape,)))
print(repr((a.astype(np.float32).dtype, a.tolist(), a.nbytes, a.size,)))
print(repr((a.ndim, a.itemsize, a.strides,)))
print(repr((np.percentile(a, 50), np.median(a), np.quantile(a, [.25,.75]), np.average([1,2,3],weights=[3,2,1]),)))
print(repr((np.unique([3,1,1], return_counts=True), np.sort([3,1,2])[::-1], np.argsort([3,1,2]), np.clip(a,2,5),)))
print(repr((np.round(1.567,2), np.ceil(1.2), np.sign([-1,0,2]), np.allclose(1,1+1e-9),)))
print(repr((np.isclose([1],[1.1]), np.all(a>0), np.any(a>10), np.count_nonzero(a>5),)))
print(repr((np.nonzero([0,1]), np.tile([1,2],2), np.repeat([1,2],2), np.roll([1,2,3],1),)))
print(repr((np.flip([1,2]), np.rot90(np.eye(2)), np.pad([1,2],1), np.pad([[1]],((1,0),(0,1)),constant_values=9),)))
print(repr((np.meshgrid([1,2],[3,4]), np.triu(np.ones((2,2))), np.tril(np.ones((2,2))), np.diag([1,2]),)))
print(repr((np.identity(2), np.full((2,),7), np.zeros_like(a).sum(), np.logspace(0,2,3),)))
print(repr((np.geomspace(1,100,3), np.linspace(0,1,5), np.fromiter((i for i in range(3)), int), np.indices((2,2)).shape,)))
print(repr((np.ptp(a), np.searchsorted([1,3,5],4), np.lexsort(([1,0],[0,0])), np.take([5,6],[1]),)))
print(repr((np.take_along_axis(a, a.argmax(1)[:,None], 1), np.moveaxis(np.ones((2,3,4)),0,-1).shape, np.swapaxes(a,0,1).shape, np.array_split(np.arange(5),2),)))
print(repr((np.hsplit(a,2)[0].shape, np.vstack([[1],[2]]), np.hstack([[1],[2]]), np.dstack([[1],[2]]).shape,)))
print(repr((np.block([[np.eye(1),np.zeros((1,1))]]), np.atleast_2d([1]), np.squeeze([[1]]), np.log1p(0),)))
print(repr((np.hypot(3,4), np.deg2rad(180), np.mod(5,3), np.floor_divide(5,2),)))
print(repr((np.power(2,3), np.bitwise_and(5,3), np.logical_not([True]), np.maximum([1,2],[2,1]),)))
print(repr((np.fmax(1,np.nan), np.nanmean([1,np.nan]), np.nansum([1,np.nan]), np.nanmax([1,np.nan]),)))
print(repr((np.isnan([np.nan]), np.isinf(np.inf), np.isfinite([1]), np.array2string(np.array([1.5])),)))
print(repr((np.set_printoptions(precision=3), np.array([1/3]), np.finfo(np.float32).eps, np.iinfo(np.int8).max,)))
print(repr((np.dtype('f4'), np.float64(3.0), np.int64(3), repr(np.float32(1.5)),)))
print(repr((np.bool_(True), np.pi, np.newaxis, np.vectorize(lambda x:x+1)([1,2]),)))
print(repr((np.apply_along_axis(sum,1,a), np.shape(a), np.ndim(a), np.size(a),)))
print(repr((np.copy(a).shape, np.array(a, copy=True).shape, np.einsum('ij->j',a), np.matmul(a,a.T).shape,)))
print(repr((np.prod([1,2,3]), np.trapezoid([1,2]) if hasattr(np,'trapezoid') else 0, np.abs(-1), np.sqrt(4),)))
print(repr((np.cbrt(8), np.exp2(3), np.log2(8), np.log10(100),)))
print(repr((np.arctan2(1,1), np.degrees(np.pi), np.sinc(0),)))

# Bit for bit: an exact sum shows any difference.
r = np.random.default_rng(5)
print(math.fsum(r.standard_normal(60000).tolist()), math.fsum(r.standard_exponential(60000).tolist()))
print(r.normal([0, 10], [1, 2]), r.normal(size=(0,)), r.lognormal(0.5, 0.25, 3), r.exponential(2.0))
for bad in (lambda: r.normal(0, -1), lambda: r.lognormal(0, -1), lambda: r.exponential(-1)):
    try:
        print(bad())
    except ValueError as e:
        print(e)

t = torch.tensor([1, 2, 4])
a = np.array([1, 2, 3])
print(t == a, a == t, t != a, a != t)
for f in (lambda: t < a, lambda: a > t):
    try:
        print(f())
    except TypeError as e:
        print(e)
for window in (np.hanning, np.hamming, np.blackman, np.bartlett):
    print([window(n).shape for n in (-2, 0, 1, 2)], window(6), window(5).dtype)
