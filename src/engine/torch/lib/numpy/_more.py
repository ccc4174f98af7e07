"""Functions of numpy that are made of others, as numpy itself makes most of them in Python."""
import math
from _atlas import refuse as _refuse
import numpy as np

__name__ = 'numpy'

def _float(a):
    a = np.asarray(a)
    return a if a.dtype.kind == 'f' else a.astype(np.float64)

def _axis(axis, ndim):
    if axis < -ndim or axis >= ndim:
        raise np.exceptions.AxisError(f'axis {axis} is out of bounds for array of dimension {ndim}')
    return axis % ndim

def _shape(s):
    return '(' + ','.join(map(str, s)) + (',)' if len(s) == 1 else ')')

# Products.

def vdot(a, b, /):
    return np.dot(np.asarray(a).ravel(), np.asarray(b).ravel())

def inner(a, b, /):
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim == 0 or b.ndim == 0:
        return np.multiply(a, b)
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(f'shapes {_shape(a.shape)} and {_shape(b.shape)} not aligned: {a.shape[-1]} (dim {a.ndim - 1}) != {b.shape[-1]} (dim {b.ndim - 1})')
    return tensordot(a, b, (-1, -1))

def tensordot(a, b, axes=2):
    a, b = np.asarray(a), np.asarray(b)
    try:
        left, right = axes
    except TypeError:
        left, right = list(range(-axes, 0)), list(range(axes))
    left = [left] if isinstance(left, int) else list(left)
    right = [right] if isinstance(right, int) else list(right)
    if len(left) != len(right) or any(a.shape[p] != b.shape[q] for p, q in zip(left, right)):
        raise ValueError('shape-mismatch for sum')
    left, right = [p % a.ndim for p in left], [q % b.ndim for q in right]
    keep_a = [k for k in range(a.ndim) if k not in left]
    keep_b = [k for k in range(b.ndim) if k not in right]
    n = math.prod(a.shape[p] for p in left)
    at = a.transpose(keep_a + left).reshape(-1, n) if n else a.reshape(0, 0)
    bt = b.transpose(right + keep_b).reshape(n, -1)
    shape = [a.shape[k] for k in keep_a] + [b.shape[k] for k in keep_b]
    out = np.dot(at, bt).reshape(shape)
    return out if shape else np.array(out)

def kron(a, b):
    a, b = np.asarray(a), np.asarray(b)
    nd = max(a.ndim, b.ndim)
    a = a.reshape((1,) * (nd - a.ndim) + a.shape)
    b = b.reshape((1,) * (nd - b.ndim) + b.shape)
    wide = [1] * (2 * nd)
    wide_a, wide_b = wide[:], wide[:]
    for k in range(nd):
        wide_a[2 * k], wide_b[2 * k + 1] = a.shape[k], b.shape[k]
    return np.multiply(a.reshape(wide_a), b.reshape(wide_b)).reshape([p * q for p, q in zip(a.shape, b.shape)])

def cross(a, b, axisa=-1, axisb=-1, axisc=-1, axis=None):
    if axis is not None:
        axisa = axisb = axisc = axis
    a, b = np.moveaxis(np.asarray(a), axisa, -1), np.moveaxis(np.asarray(b), axisb, -1)
    if a.shape[-1] != 3 or b.shape[-1] != 3:
        raise ValueError(f'Both input arrays must be (arrays of) 3-dimensional vectors, but they are {a.shape[-1]} and {b.shape[-1]} dimensional instead.')
    a0, a1, a2 = a[..., 0], a[..., 1], a[..., 2]
    b0, b1, b2 = b[..., 0], b[..., 1], b[..., 2]
    return np.moveaxis(np.stack([a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], -1), -1, axisc)

def diagonal(a, offset=0, axis1=0, axis2=1):
    a = np.moveaxis(np.asarray(a), (axis1, axis2), (-2, -1)) if (axis1, axis2) != (a.ndim - 2, a.ndim - 1) else np.asarray(a)
    rows, cols = a.shape[-2:]
    n = max(0, min(rows, cols - offset) if offset >= 0 else min(rows + offset, cols))
    at = np.arange(n)
    return a[..., at - min(offset, 0), at + max(offset, 0)]

def trace(a, offset=0, axis1=0, axis2=1, dtype=None):
    return diagonal(np.asarray(a), offset, axis1, axis2).sum(-1, dtype=dtype)

# Sets and counts.

def isin(element, test_elements, assume_unique=False, invert=False, *, kind=None):
    element = np.asarray(element)
    known = set(np.asarray(test_elements).ravel().tolist())
    out = np.array([(v in known) != invert for v in element.ravel().tolist()], dtype=bool)
    return out.reshape(element.shape)

def unique(ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, sorted=True):
    ar = np.asarray(ar)
    if axis is not None and ar.ndim != 1:
        _refuse('numpy.unique along an axis')
    flat = ar.ravel()
    order = np.argsort(flat, kind='stable')
    s = flat[order]
    new = np.ones(len(s), dtype=bool)
    new[1:] = s[1:] != s[:-1]
    if equal_nan and s.dtype.kind == 'f':
        new[1:] &= ~(np.isnan(s[1:]) & np.isnan(s[:-1]))
    out = [s[new]]
    if return_index:
        out.append(order[new])
    if return_inverse:
        back = np.zeros(len(s), dtype=np.int64)
        back[order] = np.cumsum(new) - 1
        out.append(back.reshape(ar.shape))
    if return_counts:
        out.append(np.diff(np.append(np.flatnonzero(new), len(s))))
    return tuple(out) if len(out) > 1 else out[0]

def bincount(x, /, weights=None, minlength=0):
    x = np.asarray(x)
    if x.ndim != 1:
        raise ValueError('object too deep for desired array' if x.ndim else 'object of too small depth for desired array')
    at = x.astype(np.int64).tolist()
    if at and min(at) < 0:
        raise ValueError("'list' argument must have no negative elements")
    n = [0] * max(minlength, max(at, default=-1) + 1)
    if weights is None:
        for i in at:
            n[i] += 1
        return np.array(n, dtype=np.int64)
    w = np.asarray(weights, dtype=np.float64).tolist()
    if len(w) != len(at):
        raise ValueError('The weights and list don\'t have the same length.')
    n = [0.0] * len(n)
    for i, v in zip(at, w):
        n[i] += v
    return np.array(n, dtype=np.float64)

def union1d(ar1, ar2):
    return np.unique(np.concatenate((np.asarray(ar1).ravel(), np.asarray(ar2).ravel())))

def intersect1d(ar1, ar2, assume_unique=False, return_indices=False):
    a, b = np.asarray(ar1).ravel(), np.asarray(ar2).ravel()
    first = np.unique(a)
    out = first[isin(first, b)]
    if not return_indices:
        return out
    places = [[list(x.tolist()).index(v) for v in out.tolist()] for x in (a, b)]
    return out, np.array(places[0], dtype=np.int64), np.array(places[1], dtype=np.int64)

def setdiff1d(ar1, ar2, assume_unique=False):
    a = np.asarray(ar1).ravel() if assume_unique else np.unique(ar1)
    return a[isin(a, ar2, invert=True)]

def setxor1d(ar1, ar2, assume_unique=False):
    a, b = np.unique(ar1), np.unique(ar2)
    return np.sort(np.concatenate((a[isin(a, b, invert=True)], b[isin(b, a, invert=True)])))

def histogram_bin_edges(a, bins=10, range=None, weights=None):
    a = np.asarray(a).ravel()
    if isinstance(bins, str):
        _refuse('numpy.histogram with bins by a rule')
    if np.ndim(bins) == 1:
        edges = np.asarray(bins)
        if (edges[:-1] > edges[1:]).any():
            raise ValueError('`bins` must increase monotonically, when an array')
        return edges
    if bins < 1:
        raise ValueError('`bins` must be positive, when an integer')
    if range is not None:
        low, high = range
        if low > high:
            raise ValueError('max must be larger than min in range parameter.')
    elif a.size == 0:
        low, high = 0, 1
    else:
        low, high = a.min(), a.max()
        if not (np.isfinite(low) and np.isfinite(high)):
            raise ValueError(f'autodetected range of [{low}, {high}] is not finite')
    if low == high:
        low, high = low - 0.5, high + 0.5
    return np.linspace(low, high, bins + 1)

def histogram(a, bins=10, range=None, density=None, weights=None):
    a = np.asarray(a).ravel()
    edges = histogram_bin_edges(a, bins, range)
    w = None if weights is None else np.asarray(weights).ravel()
    if np.ndim(bins) == 0:
        low, high = edges[0], edges[-1]
        keep = (a >= low) & (a <= high)
        a = a[keep]
        w = None if w is None else w[keep]
        at = ((a - low) / (high - low) * bins).astype(np.int64)
        at[at == bins] -= 1
        at[a < edges[at]] -= 1
        at[(a >= edges[at + 1]) & (at != bins - 1)] += 1
        n = np.zeros(bins, dtype=np.int64 if w is None else w.dtype)
        for i, v in zip(at.tolist(), [1] * len(a) if w is None else w.tolist()):
            n[i] += v
    else:
        order = np.argsort(a, kind='stable')
        sa = a[order]
        last = np.searchsorted(sa, edges[-1:], 'right')
        if w is None:
            n = np.diff(np.concatenate((np.searchsorted(sa, edges[:-1], 'left'), last)))
        else:
            sums = np.concatenate((np.zeros(1), np.cumsum(w[order])))
            n = np.diff(sums[np.concatenate((np.searchsorted(sa, edges[:-1], 'left'), last))])
    if density:
        return n / np.diff(edges).astype(np.float64) / n.sum(), edges
    return n, edges

def digitize(x, bins, right=False):
    bins = np.asarray(bins)
    side = 'left' if right else 'right'
    if (bins[:-1] <= bins[1:]).all():
        return np.searchsorted(bins, x, side)
    if not (bins[:-1] >= bins[1:]).all():
        raise ValueError('bins must be monotonically increasing or decreasing')
    return len(bins) - np.searchsorted(bins[::-1].copy(), x, side)

# Joining, splitting, placing.

def column_stack(tup):
    return np.concatenate([a.reshape(-1, 1) if a.ndim < 2 else a for a in map(np.asarray, tup)], 1)

def meshgrid(*xi, copy=True, sparse=False, indexing='xy'):
    if indexing not in ('xy', 'ij'):
        raise ValueError("Valid values for `indexing` are 'xy' and 'ij'.")
    n = len(xi)
    out = []
    for k, x in enumerate(xi):
        at = 1 - k if indexing == 'xy' and n > 1 and k < 2 else k
        out.append(np.asarray(x).reshape([-1 if d == at else 1 for d in range(n)]))
    return tuple(out) if sparse else tuple(a.copy() for a in np.broadcast_arrays(*out))

def atleast_3d(a):
    a = np.asarray(a)
    return a.reshape(1, 1, 1) if a.ndim == 0 else a[None, :, None] if a.ndim == 1 else a[:, :, None] if a.ndim == 2 else a

def dstack(tup):
    return np.concatenate([atleast_3d(a) for a in tup], 2)

def hsplit(ary, parts):
    ary = np.asarray(ary)
    if ary.ndim == 0:
        raise ValueError('hsplit only works on arrays of 1 or more dimensions')
    return np.split(ary, parts, 1 if ary.ndim > 1 else 0)

def vsplit(ary, parts):
    if np.ndim(ary) < 2:
        raise ValueError('vsplit only works on arrays of 2 or more dimensions')
    return np.split(ary, parts, 0)

def dsplit(ary, parts):
    if np.ndim(ary) < 3:
        raise ValueError('dsplit only works on arrays of 3 or more dimensions')
    return np.split(ary, parts, 2)

def unstack(x, /, *, axis=0):
    return tuple(np.moveaxis(np.asarray(x), axis, 0))

def block(arrays):
    def depth(v):
        return 1 + max(map(depth, v)) if isinstance(v, list) else 0
    deep = depth(arrays)
    def join(v, axis):
        if isinstance(v, list):
            return np.concatenate([join(x, axis + 1) for x in v], axis)
        v = np.asarray(v)
        return v.reshape((1,) * (deep - v.ndim) + v.shape)
    return join(arrays, -deep)

def rot90(m, k=1, axes=(0, 1)):
    m = np.asarray(m)
    a, b = axes
    k %= 4
    if k == 2:
        return np.flip(np.flip(m, a), b)
    if k == 1:
        return np.swapaxes(np.flip(m, b), a, b)
    return np.flip(np.swapaxes(m, a, b), b) if k == 3 else m[:]

def fliplr(m):
    if np.ndim(m) < 2:
        raise ValueError('Input must be >= 2-d.')
    return np.flip(m, 1)

def flipud(m):
    return np.flip(m, 0)

def rollaxis(a, axis, start=0):
    n = np.ndim(a)
    axis, start = axis % n, start + n if start < 0 else start
    return np.moveaxis(a, axis, start - 1 if axis < start else start)

def permute_dims(a, axes=None):
    return np.transpose(a, axes)

def matrix_transpose(x, /):
    return np.swapaxes(x, -1, -2)

def concat(arrays, axis=0):
    return np.concatenate(arrays, axis)

def resize(a, new_shape):
    flat = np.asarray(a).ravel()
    shape = (new_shape,) if isinstance(new_shape, int) else tuple(new_shape)
    n = math.prod(shape)
    return np.tile(flat, -(-n // max(1, flat.size)))[:n].reshape(shape)

def _places(obj, n, axis):
    if isinstance(obj, slice):
        return list(range(n)[obj])
    at = np.asarray(obj)
    if at.dtype == bool:
        return np.nonzero(at)[0].tolist()
    for i in at.ravel().tolist():
        if i < -n or i >= n:
            raise IndexError(f'index {i} is out of bounds for axis {axis} with size {n}')
    return [i % n for i in at.ravel().tolist()]

def delete(arr, obj, axis=None):
    arr = np.asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = _axis(axis, arr.ndim)
    gone = set(_places(obj, arr.shape[axis], axis))
    keep = [i for i in range(arr.shape[axis]) if i not in gone]
    return np.take(arr, np.array(keep, dtype=np.int64), axis)

def insert(arr, obj, values, axis=None):
    arr = np.asarray(arr)
    if axis is None:
        arr, axis = arr.ravel(), 0
    axis = _axis(axis, arr.ndim)
    n = arr.shape[axis]
    values = np.asarray(values).astype(arr.dtype)
    one = np.ndim(obj) == 0 and not isinstance(obj, slice)
    at = [obj] if one else list(range(n)[obj]) if isinstance(obj, slice) else np.asarray(obj).tolist()
    for i in at:
        if i < -n or i > n:
            raise IndexError(f'index {i} is out of bounds for axis {axis} with size {n}')
    at = [i + n if i < 0 else i for i in at]
    front = np.moveaxis(arr, axis, 0)
    if one:
        if values.ndim < arr.ndim:
            values = values.reshape((1,) * (arr.ndim - values.ndim) + values.shape)
        new = np.moveaxis(values, 0 if arr.ndim > 1 and values.shape[0] == 1 and values.ndim == arr.ndim and axis else axis, 0)
        if arr.ndim > 1 and new.shape[1:] != front.shape[1:]:
            new = np.broadcast_to(new, new.shape[:1] + front.shape[1:])
        return np.moveaxis(np.concatenate((front[:at[0]], new, front[at[0]:])), 0, axis)
    new = np.broadcast_to(values if values.ndim < arr.ndim or arr.ndim == 1 else np.moveaxis(values, axis, 0), (len(at),) + front.shape[1:])
    rows = list(front)
    for shift, (i, k) in enumerate(sorted((i, k) for k, i in enumerate(at))):
        rows.insert(i + shift, new[k])
    return np.moveaxis(np.stack([np.asarray(r) for r in rows]), 0, axis).astype(arr.dtype)

def select(condlist, choicelist, default=0):
    if len(condlist) != len(choicelist):
        raise ValueError('list of cases must be same length as list of conditions')
    if len(condlist) == 0:
        raise ValueError('select with an empty condition list is not possible')
    out = np.asarray(default)
    for c, v in zip(condlist[::-1], choicelist[::-1]):
        out = np.where(c, v, out)
    return out

def piecewise(x, condlist, funclist, *args, **kw):
    x = np.asarray(x)
    conds = [np.asarray(c) for c in (condlist if isinstance(condlist, (list, tuple)) and np.ndim(condlist[0]) == x.ndim else [condlist])]
    if len(funclist) == len(conds) + 1:
        rest = ~conds[0]
        for c in conds[1:]:
            rest = rest & ~c
        conds = conds + [rest]
    elif len(funclist) != len(conds):
        raise ValueError(f'with {len(conds)} condition(s), either {len(conds)} or {len(conds) + 1} functions are expected')
    y = np.zeros_like(x)
    for c, f in zip(conds, funclist):
        y[c] = f(x[c], *args, **kw) if callable(f) else f
    return y

def choose(a, choices):
    a = np.asarray(a)
    stacked = np.stack([np.broadcast_to(c, a.shape) for c in choices])
    return take_along_axis(stacked, a[None], 0)[0]

def compress(condition, a, axis=None):
    a = np.asarray(a)
    if axis is None:
        a, axis = a.ravel(), 0
    return np.take(a, np.nonzero(condition)[0], axis)

def extract(condition, arr):
    return np.asarray(arr).ravel()[np.asarray(condition).ravel() != 0]

def _along(indices, shape, axis):
    return tuple(indices if d == axis else np.arange(n).reshape([-1 if k == d else 1 for k in range(len(shape))]) for d, n in enumerate(shape))

def take_along_axis(arr, indices, axis=-1):
    arr, indices = np.asarray(arr), np.asarray(indices)
    if axis is None:
        return arr.ravel()[indices]
    axis = _axis(axis, arr.ndim)
    shape = [1 if d == axis else n for d, n in enumerate(arr.shape)]
    return arr[_along(indices, [n if d != axis else 1 for d, n in enumerate(arr.shape)], axis)] if shape else arr

def put_along_axis(arr, indices, values, axis):
    axis = _axis(axis, arr.ndim)
    arr[_along(np.asarray(indices), [n if d != axis else 1 for d, n in enumerate(arr.shape)], axis)] = values

def put(a, ind, v):
    flat = a.reshape(-1)
    v = np.asarray(v).ravel()
    for k, i in enumerate(np.asarray(ind).ravel().tolist()):
        flat[i] = v[k % v.size]

def place(arr, mask, vals):
    at = np.nonzero(np.asarray(mask).ravel())[0]
    put(arr, at, np.resize(np.asarray(vals), (len(at),)) if len(at) else [0])

def putmask(a, mask, values):
    mask = np.asarray(mask)
    a[mask] = np.resize(np.asarray(values), a.shape)[mask] if np.ndim(values) else values

def copyto(dst, src, casting='same_kind', where=True):
    if where is True:
        dst[...] = src
    else:
        dst[...] = np.where(where, src, dst)

def fill_diagonal(a, val, wrap=False):
    at = np.arange(min(a.shape))
    a[(at,) * a.ndim] = val

def diag_indices(n, ndim=2):
    return (np.arange(n),) * ndim

def diagflat(v, k=0):
    return np.diag(np.asarray(v).ravel(), k)

def tri(N, M=None, k=0, dtype=float):
    return (np.arange(N)[:, None] >= np.arange(-k, (N if M is None else M) - k)[None]).astype(dtype)

def tril_indices(n, k=0, m=None):
    return np.nonzero(tri(n, m, k, bool))

def triu_indices(n, k=0, m=None):
    return np.nonzero(~tri(n, m, k - 1, bool))

def trim_zeros(filt, trim='fb'):
    at = [i for i, v in enumerate(filt) if v != 0]
    if not at:
        return filt[:0]
    return filt[at[0] if 'f' in trim.lower() else 0:at[-1] + 1 if 'b' in trim.lower() else len(filt)]

def broadcast_shapes(*shapes):
    return np.broadcast_arrays(*(np.zeros(s) for s in shapes))[0].shape if shapes else ()

def broadcast_arrays(*args, subok=False):
    args = [np.asarray(a) for a in args]
    dims = max((a.ndim for a in args), default=0)
    shape = []
    for d in range(dims):
        sizes = {a.shape[d - dims + a.ndim] for a in args if d - dims + a.ndim >= 0} - {1}
        if len(sizes) > 1:
            raise ValueError('shape mismatch: objects cannot be broadcast to a single shape.  Mismatch is between ' + _mismatch(args))
        shape.append(sizes.pop() if sizes else 1)
    return tuple(np.broadcast_to(a, shape) for a in args)

def _mismatch(args):
    return f'arg 0 with shape {args[0].shape} and arg 1 with shape {args[1].shape}.'

def unravel_index(indices, shape):
    at = np.asarray(indices)
    n = math.prod(shape)
    for i in at.ravel().tolist():
        if not 0 <= i < n:
            raise ValueError(f'index {i} is out of bounds for array with size {n}')
    out = []
    for size in reversed(shape):
        out.append(at % size)
        at = at // size
    return tuple(np.int64(v) if np.ndim(v) == 0 else v for v in reversed(out))

def ravel_multi_index(multi_index, dims):
    out = 0
    for i, n in zip(multi_index, dims):
        out = out * n + np.asarray(i)
    return out

class ndindex:
    def __init__(self, *shape):
        self._shape = shape[0] if len(shape) == 1 and isinstance(shape[0], tuple) else shape
        self._all = _grid(self._shape)
    def __iter__(self):
        return self
    def __next__(self):
        return next(self._all)

def _grid(shape):
    if not shape:
        yield ()
        return
    for i in range(shape[0]):
        for rest in _grid(shape[1:]):
            yield (i, *rest)

def ndenumerate(arr):
    arr = np.asarray(arr)
    for i in _grid(arr.shape):
        yield i, arr[i]

# Numbers along an axis.

def nan_to_num(x, copy=True, nan=0.0, posinf=None, neginf=None):
    x = np.asarray(x)
    if x.dtype.kind != 'f':
        return x.copy() if copy else x
    most = np.finfo(x.dtype).max
    out = np.where(np.isnan(x), np.asarray(nan, dtype=x.dtype), x)
    out = np.where(np.isinf(x) & (x > 0), np.asarray(most if posinf is None else posinf, dtype=x.dtype), out)
    out = np.where(np.isinf(x) & (x < 0), np.asarray(-most if neginf is None else neginf, dtype=x.dtype), out)
    if not copy:
        x[...] = out
        return x
    return out if x.ndim else out[()]

def interp(x, xp, fp, left=None, right=None, period=None):
    xp, fp = np.asarray(xp, dtype=np.float64), np.asarray(fp, dtype=np.float64)
    if period is not None:
        _refuse('numpy.interp with a period')
    if xp.size == 0:
        raise ValueError('array of sample points is empty')
    if len(xp) != len(fp):
        raise ValueError('fp and xp are not of the same length.')
    xs, ys = xp.tolist(), fp.tolist()
    at = np.searchsorted(xp, x, 'right')
    def one(v, j):
        j -= 1
        if v != v:
            return v
        if j < 0:
            return ys[0] if left is None else left
        if j >= len(xs) - 1:
            return ys[-1] if v == xs[-1] or right is None else right
        if xs[j] == v:
            return ys[j]
        return (ys[j + 1] - ys[j]) / (xs[j + 1] - xs[j]) * (v - xs[j]) + ys[j]
    if np.ndim(x) == 0:
        return np.float64(one(float(x), int(at)))
    x = np.asarray(x, dtype=np.float64)
    return np.array([one(v, j) for v, j in zip(x.ravel().tolist(), at.ravel().tolist())], dtype=np.float64).reshape(x.shape)

def convolve(a, v, mode='full'):
    a, v = np.atleast_1d(a), np.atleast_1d(v)
    if len(a) == 0:
        raise ValueError('a cannot be empty')
    if len(v) == 0:
        raise ValueError('v cannot be empty')
    if len(v) > len(a):
        a, v = v, a
    return _slid(a, v[::-1].copy(), mode)

def correlate(a, v, mode='valid'):
    a, v = np.atleast_1d(a), np.atleast_1d(v)
    if len(v) > len(a):
        return _slid(v, a, mode)[::-1].copy()
    return _slid(a, v, mode)

def _slid(a, v, mode):
    n, m = len(a), len(v)
    dtype = np.result_type(a, v)
    wide = np.concatenate((np.zeros(m - 1, dtype), a.astype(dtype), np.zeros(m - 1, dtype)))
    out = np.zeros(n + m - 1, dtype)
    for k in range(m):
        out = out + wide[k:k + n + m - 1] * v[k]
    if mode == 'full':
        return out
    if mode == 'same':
        return out[(m - 1) // 2:(m - 1) // 2 + n]
    if mode == 'valid':
        return out[m - 1:n]
    raise ValueError(f"mode must be one of 'valid', 'same', or 'full' (got '{mode}')")

def cov(m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None, *, dtype=None):
    if fweights is not None or aweights is not None:
        _refuse('numpy.cov with weights')
    def rows(v):
        v = _float(v)
        return v.reshape(1, -1) if v.ndim < 2 else v if rowvar else v.T
    X = rows(m)
    if y is not None:
        X = np.concatenate((X, rows(y)))
    fact = X.shape[1] - ((0 if bias else 1) if ddof is None else ddof)
    X = X - X.mean(axis=1)[:, None]
    return np.squeeze(np.dot(X, X.T) * np.true_divide(1, max(fact, 0)))

def corrcoef(x, y=None, rowvar=True, *, dtype=None):
    c = cov(x, y, rowvar)
    if c.ndim == 0:
        return c / c
    deviation = np.sqrt(np.diag(c))
    return np.clip(c / deviation[:, None] / deviation[None, :], -1, 1)

def average(a, axis=None, weights=None, returned=False, *, keepdims=False):
    a = np.asarray(a)
    if weights is None:
        out = a.mean(axis, keepdims=keepdims)
        scale = out * 0 + a.size / max(1, np.size(out))
    else:
        w = np.asarray(weights)
        if a.shape != w.shape:
            if axis is None:
                raise TypeError('Axis must be specified when shapes of a and weights differ.')
            if w.ndim != 1:
                raise TypeError('1D weights expected when shapes of a and weights differ.')
            if w.shape[0] != a.shape[axis]:
                raise ValueError('Length of weights not compatible with specified axis.')
            w = np.swapaxes(np.broadcast_to(w, (a.ndim - 1) * (1,) + w.shape), -1, axis)
        scale = np.sum(np.broadcast_to(w, a.shape).astype(np.result_type(a, w, np.float64)), axis, keepdims=keepdims)
        if np.any(scale == 0.0):
            raise ZeroDivisionError("Weights sum to zero, can't be normalized")
        out = np.sum(a * w.astype(np.float64), axis, keepdims=keepdims) / scale
    return (out, scale) if returned else out

def _window(M, f):
    M = np.array([0.0, M])[1]
    if M < 1:
        return np.array([], np.float64)
    return np.ones(1) if M == 1 else f(np.arange(1 - M, M, 2), M - 1)

def bartlett(M):
    return _window(M, lambda n, m: np.where(n <= 0, 1 + n / m, 1 - n / m))

def hanning(M):
    return _window(M, lambda n, m: 0.5 + 0.5 * np.cos(np.pi * n / m))

def hamming(M):
    return _window(M, lambda n, m: 0.54 + 0.46 * np.cos(np.pi * n / m))

def blackman(M):
    return _window(M, lambda n, m: 0.42 + 0.5 * np.cos(np.pi * n / m) + 0.08 * np.cos(2.0 * np.pi * n / m))

def ptp(a, axis=None, out=None, keepdims=False):
    return np.max(a, axis, keepdims=keepdims) - np.min(a, axis, keepdims=keepdims)

def gradient(f, *varargs, axis=None, edge_order=1):
    f = _float(f)
    if edge_order != 1 or any(np.ndim(v) for v in varargs):
        _refuse('numpy.gradient over uneven places or of another order')
    axes = list(range(f.ndim)) if axis is None else [axis % f.ndim] if isinstance(axis, int) else [k % f.ndim for k in axis]
    steps = list(varargs) * (len(axes) if len(varargs) == 1 else 1) or [1.0] * len(axes)
    out = []
    for k, h in zip(axes, steps):
        g = np.moveaxis(f, k, 0)
        if len(g) < 2:
            raise ValueError('Shape of array too small to calculate a numerical gradient, at least (edge_order + 1) elements are required.')
        inner = (g[2:] - g[:-2]) / (2.0 * h)
        out.append(np.moveaxis(np.concatenate(((g[1:2] - g[:1]) / h, inner, (g[-1:] - g[-2:-1]) / h)), 0, k))
    return out[0] if len(out) == 1 else tuple(out)

def trapezoid(y, x=None, dx=1.0, axis=-1):
    y = np.moveaxis(np.asarray(y), axis, -1)
    d = dx if x is None else np.diff(x)
    return (d * (y[..., 1:] + y[..., :-1]) / 2.0).sum(-1)

def ediff1d(ary, to_end=None, to_begin=None):
    a = np.asarray(ary).ravel()
    parts = [p for p in (to_begin, a[1:] - a[:-1], to_end) if p is not None]
    return np.concatenate([np.atleast_1d(p).astype(a.dtype) for p in parts])

def cumulative_sum(x, /, *, axis=None, include_initial=False):
    return np.cumsum(x, axis)

def cumulative_prod(x, /, *, axis=None, include_initial=False):
    return np.cumprod(x, axis)

def quantile(a, q, axis=None, keepdims=False):
    a, q = _float(a), np.asarray(q, dtype=np.float64)
    if ((q < 0) | (q > 1)).any():
        raise ValueError('Quantiles must be in the range [0, 1]')
    axes = list(range(a.ndim)) if axis is None else [axis % a.ndim] if isinstance(axis, int) else [k % a.ndim for k in axis]
    rest = [k for k in range(a.ndim) if k not in axes]
    flat = a.transpose(rest + axes).reshape([a.shape[k] for k in rest] + [-1])
    s = np.sort(flat, -1)
    n = s.shape[-1]
    gone = np.isnan(s).any(-1)
    out = []
    for p in q.ravel().tolist():
        at = p * (n - 1)
        low = math.floor(at)
        t = at - low
        x, y = s[..., low], s[..., min(low + 1, n - 1)]
        v = y - (y - x) * (1 - t) if t >= 0.5 else x + (y - x) * t
        v = np.where(gone, np.asarray(math.nan, dtype=a.dtype), v)
        out.append(v.reshape([1 if k in axes else a.shape[k] for k in range(a.ndim)]) if keepdims else v)
    return np.stack(out).reshape(q.shape + out[0].shape) if q.ndim else out[0][()]

def percentile(a, q, axis=None, keepdims=False):
    q = np.true_divide(q, 100)
    if np.any((q < 0) | (q > 1)):
        raise ValueError('Percentiles must be in the range [0, 100]')
    return quantile(a, q, axis, keepdims)

def median(a, axis=None, keepdims=False):
    a = _float(a)
    axes = list(range(a.ndim)) if axis is None else [axis % a.ndim] if isinstance(axis, int) else [k % a.ndim for k in axis]
    rest = [k for k in range(a.ndim) if k not in axes]
    s = np.sort(a.transpose(rest + axes).reshape([a.shape[k] for k in rest] + [-1]), -1)
    n = s.shape[-1]
    if n == 0:
        return np.float64(math.nan)
    out = np.where(np.isnan(s[..., -1]), s[..., -1], s[..., (n - 1) // 2:n // 2 + 1].mean(-1))
    return out.reshape([1 if k in axes else a.shape[k] for k in range(a.ndim)]) if keepdims else out[()]

def pad(array, pad_width, mode='constant', **kwargs):
    a = np.asarray(array)
    if mode not in ('constant', 'edge', 'reflect', 'symmetric', 'wrap'):
        _refuse(f'numpy.pad in mode {mode}')
    known = {'constant': ('constant_values',), 'reflect': ('reflect_type',), 'symmetric': ('reflect_type',)}.get(mode, ())
    for k in kwargs:
        if k not in known:
            raise ValueError(f"unsupported keyword arguments for mode '{mode}': {set(kwargs)}")
    widths = np.broadcast_to(pad_width, (a.ndim, 2)).tolist()
    if any(w < 0 for pair in widths for w in pair):
        raise ValueError("index can't contain negative values")
    values = np.broadcast_to(kwargs.get('constant_values', 0), (a.ndim, 2)).tolist()
    for axis, (before, after) in enumerate(widths):
        n = a.shape[axis]
        if mode == 'constant':
            def filled(w, v):
                return np.full([w if k == axis else s for k, s in enumerate(a.shape)], v, dtype=a.dtype)
            a = np.concatenate((filled(before, values[axis][0]), a, filled(after, values[axis][1])), axis)
            continue
        if n == 0:
            raise ValueError(f"can't extend empty axis {axis} using modes other than 'constant' or 'empty'")
        def at(i):
            if mode == 'edge':
                return min(max(i, 0), n - 1)
            if mode == 'wrap':
                return i % n
            period = 2 * n if mode == 'symmetric' else max(1, 2 * n - 2)
            i %= period
            return i if i < n else period - i - (mode == 'symmetric')
        a = np.take(a, np.array([at(i) for i in range(-before, n + after)], dtype=np.int64), axis)
    return a

def _columns(a, axis):
    a = np.asarray(a)
    return (a.ravel()[None] if axis is None else np.moveaxis(a, axis, -1).reshape(-1, a.shape[axis])), (() if axis is None else tuple(n for k, n in enumerate(a.shape) if k != axis % a.ndim))

def _without(name):
    plain = getattr(np, name)
    def f(a, axis=None, **kw):
        rows, shape = _columns(_float(a), axis)
        out = [plain(r[~np.isnan(r)], **kw) for r in rows]
        return np.array(out).reshape(shape) if shape else out[0]
    f.__name__ = f.__qualname__ = 'nan' + name
    return f

def nansum(a, axis=None, dtype=None, out=None, keepdims=False):
    return np.sum(nan_to_num(a, posinf=math.inf, neginf=-math.inf), axis, keepdims=keepdims)

def nanprod(a, axis=None, dtype=None, out=None, keepdims=False):
    return np.prod(nan_to_num(a, nan=1.0, posinf=math.inf, neginf=-math.inf), axis, keepdims=keepdims)

def nancumsum(a, axis=None, dtype=None):
    return np.cumsum(nan_to_num(a, posinf=math.inf, neginf=-math.inf), axis)

def nanmean(a, axis=None, dtype=None, out=None, keepdims=False):
    return nansum(a, axis, keepdims=keepdims) / np.sum(~np.isnan(_float(a)), axis, keepdims=keepdims)

def nanvar(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    away = _float(a) - nanmean(a, axis, keepdims=True)
    return nansum(away * away, axis, keepdims=keepdims) / (np.sum(~np.isnan(_float(a)), axis, keepdims=keepdims) - ddof)

def nanstd(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False):
    return np.sqrt(nanvar(a, axis, ddof=ddof, keepdims=keepdims))

def nanquantile(a, q, axis=None):
    rows, shape = _columns(_float(a), axis)
    out = [quantile(r[~np.isnan(r)], q) for r in rows]
    return np.stack([np.asarray(v) for v in out], -1).reshape(np.shape(q) + shape) if shape else out[0]

def nanpercentile(a, q, axis=None):
    return nanquantile(a, np.true_divide(q, 100), axis)

def lexsort(keys, axis=-1):
    order = np.arange(np.shape(keys[0])[0])
    for k in keys:
        order = order[np.argsort(np.asarray(k)[order], kind='stable')]
    return order

def apply_along_axis(func1d, axis, arr, *args, **kwargs):
    arr = np.asarray(arr)
    axis = _axis(axis, arr.ndim)
    rows = np.moveaxis(arr, axis, -1)
    shape = rows.shape[:-1]
    out = [np.asarray(func1d(r, *args, **kwargs)) for r in rows.reshape(-1, rows.shape[-1])]
    made = np.stack(out).reshape(shape + out[0].shape)
    return np.moveaxis(made, -1, axis) if out[0].ndim == 1 else made

def fromiter(iter, dtype, count=-1):
    items = list(iter)
    return np.array(items if count < 0 else items[:count], dtype=dtype)

def fromfunction(function, shape, *, dtype=float, **kwargs):
    return function(*np.indices(shape).astype(dtype), **kwargs)

def indices(dimensions, dtype=int):
    n = len(dimensions)
    out = [np.broadcast_to(np.arange(s).reshape([-1 if k == d else 1 for k in range(n)]), dimensions) for d, s in enumerate(dimensions)]
    return np.stack(out).astype(dtype)

class vectorize:
    def __init__(self, pyfunc=None, otypes=None, doc=None, excluded=None, cache=False, signature=None):
        if signature is not None or excluded is not None:
            _refuse('numpy.vectorize with a signature or exclusions')
        self.pyfunc, self.otypes = pyfunc, otypes
        self.__name__ = getattr(pyfunc, '__name__', None)
        self.__doc__ = doc or getattr(pyfunc, '__doc__', None)
    def __call__(self, *args, **kwargs):
        parts = np.broadcast_arrays(*args)
        shape = parts[0].shape
        rows = [self.pyfunc(*row, **kwargs) for row in zip(*(p.ravel() for p in parts))]
        if not rows and self.otypes is None:
            raise ValueError('cannot call `vectorize` on size 0 inputs unless `otypes` is set')
        def made(values, k):
            out = np.array(values) if self.otypes is None else np.array(values, dtype=self.otypes[k])
            return out.reshape(shape)
        if rows and isinstance(rows[0], tuple):
            return tuple(made([r[k] for r in rows], k) for k in range(len(rows[0])))
        return made(rows, 0)

def logspace(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0):
    out = np.power(base, np.linspace(start, stop, num, endpoint))
    return out if dtype is None else out.astype(dtype)

def geomspace(start, stop, num=50, endpoint=True, dtype=None, axis=0):
    if start == 0 or stop == 0:
        raise ValueError('Geometric sequence cannot include zero')
    sign = -1.0 if start < 0 else 1.0
    low, high = math.log10(abs(start)), math.log10(abs(stop))
    out = logspace(low, high, num, endpoint) * sign
    if num > 0:
        out[0] = start
        if num > 1 and endpoint:
            out[-1] = stop
    return out if dtype is None else out.astype(dtype)

def vander(x, N=None, increasing=False):
    x = np.asarray(x)
    n = len(x) if N is None else N
    out = np.ones((len(x), n), dtype=np.result_type(x, np.int64))
    for k in range(1, n):
        out[:, k] = out[:, k - 1] * x
    return out if increasing else out[:, ::-1].copy()

def polyval(p, x):
    y = np.zeros_like(np.asarray(x))
    for c in p:
        y = y * x + c
    return y

def polyfit(x, y, deg, rcond=None, full=False, w=None, cov=False):
    if full or cov:
        _refuse('numpy.polyfit with its residuals or covariance')
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if deg < 0:
        raise ValueError('expected deg >= 0')
    if x.ndim != 1:
        raise TypeError('expected 1D vector for x')
    if x.size == 0:
        raise TypeError('expected non-empty vector for x')
    if x.shape[0] != y.shape[0]:
        raise TypeError('expected x and y to have same length')
    lhs = vander(x, deg + 1)
    if w is not None:
        lhs, y = lhs * np.asarray(w)[:, None], y * (w if y.ndim == 1 else np.asarray(w)[:, None])
    scale = np.sqrt((lhs * lhs).sum(axis=0))
    from numpy._linear import lstsq
    c = lstsq(lhs / scale, y, len(x) * 2.220446049250313e-16 if rcond is None else rcond)[0]
    return (c.T / scale).T

def polyadd(a, b):
    a, b = np.atleast_1d(a), np.atleast_1d(b)
    n = max(len(a), len(b))
    return np.concatenate((np.zeros(n - len(a), a.dtype), a)) + np.concatenate((np.zeros(n - len(b), b.dtype), b))

def polymul(a, b):
    return convolve(a, b)

def polyder(p, m=1):
    p = np.asarray(p)
    for _ in range(m):
        p = p[:-1] * np.arange(len(p) - 1, 0, -1)
    return p

def unwrap(p, discont=None, axis=-1, *, period=6.283185307179586):
    _refuse('numpy.unwrap')

# Element by element.

def _each(name, f):
    def g(x, /):
        x = _float(x)
        if x.dtype != np.float64:
            _refuse(f'numpy.{name} of {x.dtype}')
        out = [f(v) for v in x.ravel().tolist()]
        return np.array(out, dtype=np.float64).reshape(x.shape) if x.ndim else np.float64(out[0])
    g.__name__ = g.__qualname__ = name
    return g

arcsinh = asinh = _each('arcsinh', math.asinh)
arccosh = acosh = _each('arccosh', lambda v: math.acosh(v) if v >= 1 else math.nan)
arctanh = atanh = _each('arctanh', lambda v: math.atanh(v) if -1 < v < 1 else v * math.inf if abs(v) == 1 else math.nan)

def _alias(name, of):
    globals()[name] = getattr(np, of)

for _name, _of in (('acos', 'arccos'), ('asin', 'arcsin'), ('atan', 'arctan'), ('atan2', 'arctan2'), ('pow', 'power'), ('bitwise_not', 'invert'), ('bitwise_invert', 'invert')):
    if hasattr(np, _of):
        _alias(_name, _of)

def fmax(a, b, /):
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, np.maximum(a, b)))[()]

def fmin(a, b, /):
    return np.where(np.isnan(a), b, np.where(np.isnan(b), a, np.minimum(a, b)))[()]

def divmod(a, b, /):
    return np.floor_divide(a, b), np.remainder(a, b)

def fmod(a, b, /):
    r = np.remainder(np.abs(a), np.abs(b))
    return np.where(np.asarray(a) < 0, -r, r)[()]

def gcd(a, b, /):
    return _pairs(math.gcd, a, b)

def lcm(a, b, /):
    return _pairs(math.lcm, a, b)

def left_shift(a, b, /):
    return _pairs(lambda x, y: x << y, a, b)

def right_shift(a, b, /):
    return _pairs(lambda x, y: x >> y, a, b)

def _pairs(f, a, b):
    a, b = np.broadcast_arrays(a, b)
    out = np.array([f(x, y) for x, y in zip(a.ravel().tolist(), b.ravel().tolist())], dtype=np.result_type(a, b)).reshape(a.shape)
    return out[()] if out.ndim == 0 else out

def signbit(x, /):
    x = _float(x)
    return np.array([math.copysign(1, v) < 0 for v in x.ravel().tolist()], dtype=bool).reshape(x.shape)[()]

def copysign(a, b, /):
    return np.where(signbit(b), -np.abs(a), np.abs(a)).astype(np.result_type(a, b, np.float16))[()]

def heaviside(x, h, /):
    return np.where(np.asarray(x) < 0, 0.0, np.where(np.asarray(x) > 0, 1.0, h))[()]

def modf(x, /):
    x = _float(x)
    whole = np.trunc(x)
    return x - whole, whole

def fix(x):
    return np.trunc(x)

def sinc(x):
    x = _float(x)
    y = np.where(x == 0, 1.0e-20, x) * math.pi
    return np.sin(y) / y

def real(val):
    return np.asarray(val)

def conj(x, /):
    return np.asarray(x)

def isreal(x):
    return np.ones(np.shape(x), dtype=bool)

def iscomplexobj(x):
    return isinstance(x, complex)

def isneginf(x):
    return np.isinf(x) & (np.asarray(x) < 0)

def isposinf(x):
    return np.isinf(x) & (np.asarray(x) > 0)

def iterable(y):
    try:
        iter(y)
    except TypeError:
        return False
    return True

def array_equiv(a, b):
    try:
        a, b = np.broadcast_arrays(a, b)
    except ValueError:
        return False
    return bool((a == b).all())

def array_str(a, max_line_width=None, precision=None, suppress_small=None):
    return str(a)

def array_repr(arr, max_line_width=None, precision=None, suppress_small=None):
    return repr(arr)

def array2string(a, *args, **kwargs):
    if args or kwargs:
        _refuse('numpy.array2string with options')
    return str(a)

def result_type(*args):
    kinds = [np.zeros(1, dtype=a) if isinstance(a, (type, str, np.dtype)) else a for a in args]
    out = kinds[0]
    for k in kinds[1:]:
        out = np.concatenate((np.ravel(out)[:0], np.ravel(k)[:0])) if np.ndim(k) and np.ndim(out) else np.add(out, k) if np.asarray(out).dtype != bool or np.asarray(k).dtype != bool else out
    return np.asarray(out).dtype

def promote_types(a, b):
    return result_type(np.dtype(a), np.dtype(b))

def issubdtype(a, b):
    a = a if isinstance(a, type) and issubclass(a, np.generic) else np.dtype(a).type
    b = b if isinstance(b, type) and issubclass(b, np.generic) else np.dtype(b).type
    return issubclass(a, b)

def may_share_memory(a, b, /, max_work=None):
    _refuse('numpy.may_share_memory')

# Grids.

def _range(s):
    start = 0 if s.start is None else s.start
    step = 1 if s.step is None else s.step
    if isinstance(step, complex):
        return np.linspace(start, s.stop, int(abs(step)))
    return np.arange(start, s.stop, step)

class _Grid:
    def __init__(self, sparse):
        self.sparse = sparse
    def __getitem__(self, key):
        if isinstance(key, slice):
            return _range(key)
        rows = [_range(k) for k in key]
        shape = [len(r) for r in rows]
        open_ = [r.reshape([-1 if k == d else 1 for k in range(len(rows))]) for d, r in enumerate(rows)]
        return tuple(open_) if self.sparse else np.stack([np.broadcast_to(r, shape) for r in np.broadcast_arrays(*open_)])

mgrid = _Grid(False)
ogrid = _Grid(True)

class _Joined:
    def __init__(self, columns):
        self.columns = columns
    def __getitem__(self, key):
        parts = []
        for k in key if isinstance(key, tuple) else (key,):
            if isinstance(k, str):
                _refuse('numpy.r_ with directions in a text')
            parts.append(_range(k) if isinstance(k, slice) else np.atleast_1d(k))
        if self.columns:
            return np.concatenate([p.reshape(-1, 1) if p.ndim == 1 else p for p in parts], -1)
        return np.concatenate(parts)

r_ = _Joined(False)
c_ = _Joined(True)

class _Key:
    def __init__(self, maketuple):
        self.maketuple = maketuple
    def __getitem__(self, item):
        return (item,) if self.maketuple and not isinstance(item, tuple) else item

s_ = _Key(False)
index_exp = _Key(True)

def ix_(*args):
    out = []
    for k, a in enumerate(args):
        a = np.asarray(a)
        if a.ndim != 1:
            raise ValueError('Cross index must be 1 dimensional')
        a = np.nonzero(a)[0] if a.dtype == bool else a
        out.append(a.reshape([-1 if d == k else 1 for d in range(len(args))]))
    return tuple(out)

# What has no effect on numbers here: numpy's warnings go to standard error.

class errstate:
    def __init__(self, **kwargs):
        self.kwargs = kwargs
        for v in kwargs.values():
            if v == 'raise':
                _refuse("numpy.errstate with 'raise'")
    def __enter__(self):
        return self
    def __exit__(self, *exc):
        return False
    def __call__(self, f):
        return f

def seterr(all=None, divide=None, over=None, under=None, invalid=None):
    if 'raise' in (all, divide, over, under, invalid):
        _refuse("numpy.seterr with 'raise'")
    return {'divide': 'warn', 'over': 'warn', 'under': 'ignore', 'invalid': 'warn'}

# Methods of ufuncs.

_REDUCED = {'add': 'sum', 'multiply': 'prod', 'maximum': 'max', 'minimum': 'min', 'logical_and': 'all', 'logical_or': 'any'}

def _reduce(name, array, axis=0, dtype=None, out=None, keepdims=False, initial=None, where=True):
    if name in _REDUCED:
        return getattr(np, _REDUCED[name])(array, axis, dtype=dtype, out=out, keepdims=keepdims, initial=initial, where=where)
    if initial is not None or where is not True or out is not None:
        _refuse(f'numpy.{name}.reduce with out=, initial= or where=')
    array = np.asarray(array) if dtype is None else np.asarray(array).astype(dtype)
    if axis is None:
        array, axis = array.ravel(), 0
    rows = list(np.moveaxis(array, axis, 0))
    made = rows[0]
    for r in rows[1:]:
        made = getattr(np, name)(made, r)
    return np.expand_dims(made, axis) if keepdims else made

def _accumulate(name, array, axis=0, dtype=None, out=None):
    if name in ('add', 'multiply'):
        return (np.cumsum if name == 'add' else np.cumprod)(np.asarray(array), axis, dtype=dtype, out=out)
    if out is not None:
        _refuse(f'numpy.{name}.accumulate with out=')
    array = np.asarray(array) if dtype is None else np.asarray(array).astype(dtype)
    rows = list(np.moveaxis(array, axis, 0))
    made = [rows[0]]
    for r in rows[1:]:
        made.append(getattr(np, name)(made[-1], r))
    return np.moveaxis(np.stack([np.asarray(v) for v in made]), 0, axis)

def _outer(name, a, b):
    a, b = np.asarray(a), np.asarray(b)
    return getattr(np, name)(a.reshape(a.shape + (1,) * b.ndim), b)

def _at(name, a, indices, b=None):
    f = getattr(np, name)
    if isinstance(indices, tuple):
        parts = np.broadcast_arrays(*indices)
        keys = list(zip(*(p.ravel().tolist() for p in parts)))
        shape = parts[0].shape
    else:
        at = np.asarray(indices)
        at = np.nonzero(at)[0] if at.dtype == bool else at
        keys, shape = at.ravel().tolist(), at.shape
    if b is None:
        for k in keys:
            a[k] = f(a[k])
        return
    rest = a[keys[0]].shape if keys else ()
    values = np.broadcast_to(b, shape + tuple(rest)).reshape((len(keys),) + tuple(rest))
    for k, v in zip(keys, values):
        a[k] = f(a[k], v)

for _name in ('max', 'min', 'median', 'argmax', 'argmin'):
    globals()['nan' + _name] = _without(_name)

from numpy._octets import frombuffer, fromfile, load, memmap, save, savez, savez_compressed

# Names that numpy has beside these: refused by name, where any other is an AttributeError.
_REST = frozenset('''
False_ ScalarType True_ angle apply_over_axes argpartition asarray_chkfinite asfortranarray asmatrix astype base_repr
binary_repr bitwise_count bitwise_left_shift bitwise_right_shift bmat broadcast busday_count busday_offset busdaycalendar
bytes_ can_cast cdouble char character clongdouble common_type complex128 complex256 complex64 complexfloating conjugate core
csingle ctypeslib datetime64 datetime_as_string datetime_data diag_indices_from dtypes einsum_path emath exceptions f2py fft
flatiter flexible float128 format_float_positional format_float_scientific frexp from_dlpack fromiter
frompyfunc fromregex fromstring genfromtxt get_include get_printoptions getbufsize geterr geterrcall histogram2d
histogramdd i0 imag info is_busday iscomplex isdtype isfortran isnat isrealobj kaiser ldexp lib little_endian loadtxt
logaddexp logaddexp2 longdouble ma mask_indices matrix matvec min_scalar_type mintypecode nancumprod nditer nested_iters
nextafter object_ packbits partition poly poly1d polydiv polyint polynomial polysub printoptions real_if_close rec recarray record
require roots row_stack savetxt sctypeDict setbufsize seterrcall shares_memory show_config
show_runtime sort_complex spacing str_ strings test timedelta64 tril_indices_from triu_indices_from typecodes typename typing
ufunc uint uint32 uint64 uintc uintp ulong ulonglong unique_all unique_counts unique_inverse unique_values unpackbits
vecdot vecmat void
'''.split())
