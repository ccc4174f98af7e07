"""numpy.linalg over the engine's own decompositions: as LAPACK's, but for last digits."""
import math
from collections import namedtuple
import numpy as np
from numpy import _run
from _atlas import refuse as _refuse

__name__ = 'numpy.linalg'

class LinAlgError(ValueError):
    pass

EighResult = namedtuple('EighResult', ['eigenvalues', 'eigenvectors'], module='numpy.linalg._linalg')
QRResult = namedtuple('QRResult', ['Q', 'R'], module='numpy.linalg._linalg')
SVDResult = namedtuple('SVDResult', ['U', 'S', 'Vh'], module='numpy.linalg._linalg')
SlogdetResult = namedtuple('SlogdetResult', ['sign', 'logabsdet'], module='numpy.linalg._linalg')

def _matrix(a, square=False):
    a = np.asarray(a)
    if a.ndim < 2:
        raise LinAlgError(f'{a.ndim}-dimensional array given. Array must be at least two-dimensional')
    if square and a.shape[-1] != a.shape[-2]:
        raise LinAlgError('Last 2 dimensions of the array must be square')
    return a if a.dtype.kind == 'f' else a.astype(np.float64)

def _bad(info):
    return np.any(np.asarray(info) != 0)

def inv(a):
    out, info = _run('linalg_inv_ex', _matrix(a, True), False)
    if _bad(info):
        raise LinAlgError('Singular matrix')
    return out

def det(a):
    return _run('_linalg_det', _matrix(a, True))[0][()]

def slogdet(a):
    sign, log = _run('_linalg_slogdet', _matrix(a, True))[:2]
    return SlogdetResult(sign[()], log[()])

def solve(a, b):
    a = _matrix(a, True)
    b = np.asarray(b)
    if b.shape[0 if b.ndim == 1 else -2] != a.shape[-1]:
        m = a.shape[-1]
        n = b.shape[0 if b.ndim == 1 else -2]
        tail = '(m,m),(m)->(m)' if b.ndim == 1 else '(m,m),(m,n)->(m,n)'
        name = 'solve1' if b.ndim == 1 else 'solve'
        raise ValueError(f'{name}: Input operand 1 has a mismatch in its core dimension 0, with gufunc signature {tail} (size {n} is different from {m})')
    one = b.ndim == 1
    b = b.astype(a.dtype)
    out = _run('_linalg_solve_ex', a, b[:, None] if one else b, True, False)
    if _bad(out[3]):
        raise LinAlgError('Singular matrix')
    return out[0][..., 0] if one else out[0]

def cholesky(a, /, *, upper=False):
    out, info = _run('linalg_cholesky_ex', _matrix(a, True), upper, False)
    if _bad(info):
        raise LinAlgError('Matrix is not positive definite')
    return out

def eigh(a, UPLO='L'):
    return EighResult(*_run('_linalg_eigh', _matrix(a, True), UPLO.upper(), True))

def eigvalsh(a, UPLO='L'):
    return _run('_linalg_eigh', _matrix(a, True), UPLO.upper(), False)[0]

def svd(a, full_matrices=True, compute_uv=True, hermitian=False):
    u, s, vh = _run('_linalg_svd', _matrix(a), full_matrices, compute_uv)
    return SVDResult(u, s, vh) if compute_uv else s

def svdvals(x, /):
    return svd(x, compute_uv=False)

def qr(a, mode='reduced'):
    if mode not in ('reduced', 'complete', 'r'):
        raise ValueError(f"Unrecognized mode '{mode}'")
    q, r = _run('linalg_qr', _matrix(a), mode)
    return r if mode == 'r' else QRResult(q, r)

def matrix_rank(A, tol=None, hermitian=False, *, rtol=None):
    A = np.asarray(A)
    if A.ndim < 2:
        return int(not np.all(A == 0))
    s = svdvals(A)
    if tol is None:
        tol = s.max(axis=-1, keepdims=True) * (max(A.shape[-2:]) * np.finfo(s.dtype).eps if rtol is None else rtol)
    return np.sum(s > tol, axis=-1)

def pinv(a, rcond=None, hermitian=False, *, rtol=None):
    a = _matrix(a)
    u, s, vh = svd(a, full_matrices=False)
    least = (rcond if rcond is not None else rtol if rtol is not None else max(a.shape[-2:]) * np.finfo(s.dtype).eps) * s.max(axis=-1, keepdims=True)
    small = s <= least
    s = np.where(small, 0.0, 1 / np.where(small, 1.0, s)).astype(a.dtype)
    return np.matmul(np.swapaxes(vh, -1, -2), s[..., None] * np.swapaxes(u, -1, -2))

def lstsq(a, b, rcond=None):
    a, b = _matrix(a), np.asarray(b)
    m, n = a.shape
    if b.shape[0] != m:
        raise LinAlgError('Incompatible dimensions')
    u, s, vh = svd(a, full_matrices=False)
    least = (np.finfo(s.dtype).eps * max(m, n) if rcond is None else rcond) * s[0]
    used = s > least
    rank = int(np.sum(used))
    right = np.dot(u.T, b)
    right = right / s.reshape((-1,) + (1,) * (b.ndim - 1))
    right = np.where(used.reshape((-1,) + (1,) * (b.ndim - 1)), right, 0.0)
    x = np.dot(vh.T, right)
    away = b - np.dot(a, x)
    rest = np.atleast_1d(np.sum(away * away, 0)) if rank == n and m > n else np.array([], dtype=a.dtype)
    return x, rest, rank, s

def matrix_power(a, n):
    a = np.asarray(a)
    if a.ndim < 2:
        raise LinAlgError(f'{a.ndim}-dimensional array given. Array must be at least two-dimensional')
    if a.shape[-1] != a.shape[-2]:
        raise LinAlgError('Last 2 dimensions of the array must be square')
    if n < 0:
        a, n = inv(a), -n
    if n == 0:
        return np.eye(a.shape[-1], dtype=a.dtype)
    out = None
    while n > 0:
        if n & 1:
            out = a if out is None else np.matmul(out, a)
        n >>= 1
        if n:
            a = np.matmul(a, a)
    return out

def multi_dot(arrays):
    out = np.asarray(arrays[0])
    for a in arrays[1:]:
        out = np.dot(out, a)
    return out

def norm(x, ord=None, axis=None, keepdims=False):
    x = _matrix(x) if np.ndim(x) >= 2 else np.asarray(x)
    x = x if x.dtype.kind == 'f' else x.astype(np.float64)
    axes = tuple(range(x.ndim)) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    if ord is None:
        return np.sqrt(np.sum(x * x, axes, keepdims=keepdims))
    if len(axes) == 1:
        k = axes[0]
        size = np.abs(x)
        if ord == math.inf:
            return np.max(size, k, keepdims=keepdims)
        if ord == -math.inf:
            return np.min(size, k, keepdims=keepdims)
        if ord == 0:
            return np.sum((x != 0).astype(x.dtype), k, keepdims=keepdims)
        if ord == 1:
            return np.sum(size, k, keepdims=keepdims)
        if ord == 2:
            return np.sqrt(np.sum(x * x, k, keepdims=keepdims))
        if isinstance(ord, str):
            raise ValueError(f"Invalid norm order '{ord}' for vectors")
        return np.power(np.sum(np.power(size, ord), k, keepdims=keepdims), 1 / ord)
    if len(axes) != 2:
        raise ValueError('Improper number of dimensions to norm.')
    row, col = [k % x.ndim for k in axes]
    if ord in ('fro', 'f'):
        return np.sqrt(np.sum(x * x, (row, col), keepdims=keepdims))
    if ord in (1, -1, math.inf, -math.inf):
        first, second = (row, col) if abs(ord) == 1 else (col, row)
        sums = np.sum(np.abs(x), first, keepdims=True)
        out = (np.max if ord > 0 else np.min)(sums, second, keepdims=True)
    elif ord in (2, -2, 'nuc'):
        s = svdvals(np.moveaxis(x, (row, col), (-2, -1)))
        out = np.sum(s, -1) if ord == 'nuc' else s.max(-1) if ord == 2 else s.min(-1)
        return np.expand_dims(out, (row, col)) if keepdims else out
    else:
        raise ValueError('Invalid norm order for matrices.')
    return out if keepdims else np.squeeze(out, (row, col))[()]

def vector_norm(x, /, *, axis=None, keepdims=False, ord=2):
    return norm(np.ravel(x) if axis is None else x, ord, -1 if axis is None else axis, keepdims)

def matrix_norm(x, /, *, keepdims=False, ord='fro'):
    return norm(x, ord, (-2, -1), keepdims)

def cond(x, p=None):
    x = _matrix(x)
    if p in (None, 2, -2):
        s = svdvals(x)
        return (s[..., -1] / s[..., 0] if p == -2 else s[..., 0] / s[..., -1])
    return norm(inv(x), p, (-2, -1)) * norm(x, p, (-2, -1))

def diagonal(x, /, *, offset=0):
    return np.diagonal(x, offset, -2, -1)

def trace(x, /, *, offset=0, dtype=None):
    return np.trace(x, offset, -2, -1, dtype)

def matrix_transpose(x, /):
    return np.swapaxes(x, -1, -2)

def outer(x1, x2, /):
    return np.outer(x1, x2)

def matmul(x1, x2, /):
    return np.matmul(x1, x2)

def cross(x1, x2, /, *, axis=-1):
    return np.cross(x1, x2, axis=axis)

def tensordot(x1, x2, /, *, axes=2):
    return np.tensordot(x1, x2, axes)

def vecdot(x1, x2, /, *, axis=-1):
    return np.sum(np.multiply(x1, x2), axis)
