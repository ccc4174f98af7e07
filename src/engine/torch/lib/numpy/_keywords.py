# Keywords of numpy's functions that few calls have: out=, where=, dtype=, casting=, initial=.
import numpy as np
from _atlas import refuse as _refuse

__name__ = 'numpy._core._exceptions'

class UFuncTypeError(TypeError):
    pass

# All bear the name of their base; a traceback shows their own.
class _UFuncInputCastingError(UFuncTypeError):
    pass

class _UFuncOutputCastingError(UFuncTypeError):
    pass

_UFuncInputCastingError.__name__ = _UFuncOutputCastingError.__name__ = 'UFuncTypeError'

_KINDS = {'b': 0, 'u': 1, 'i': 1, 'f': 2}

def _fits(source, target, casting):
    if casting == 'unsafe' or source == target:
        return True
    if casting in ('no', 'equiv'):
        return False
    if casting == 'same_kind':
        return _KINDS[source.kind] < _KINDS[target.kind] or source.kind == target.kind or source.kind == 'u'
    if casting == 'safe':
        return np.promote_types(source, target) == target
    raise ValueError(f"casting must be one of 'no', 'equiv', 'safe', 'same_kind', 'unsafe', or 'same_value' (got '{casting}')")

def _refused(name, what, source, target, casting):
    cls = _UFuncOutputCastingError if what == 'output' else _UFuncInputCastingError
    raise cls(f"Cannot cast ufunc '{name}' {what} from dtype('{source}') to dtype('{target}') with casting rule '{casting}'")

def _one(out, of):
    if isinstance(out, tuple):
        if len(out) != 1:
            raise ValueError("The 'out' tuple must have exactly one entry per ufunc output")
        out = out[0]
    if out is not None and not isinstance(out, np.ndarray):
        raise TypeError('return arrays must be of ArrayType' if of else 'output must be an array')
    return out

def _shape(a):
    return '(' + ','.join(str(s) for s in a.shape) + (',)' if a.ndim == 1 else ')')

_TRUTHS = frozenset(('equal', 'not_equal', 'less', 'less_equal', 'greater', 'greater_equal', 'logical_and', 'logical_or', 'logical_xor', 'logical_not', 'isnan', 'isinf', 'isfinite'))

def called(name, nin, args, /, out=None, where=True, casting='same_kind', order='K', dtype=None, subok=True):
    if len(args) > nin + 1:
        raise TypeError(f'{name}() takes from {nin} to {nin + 1} positional arguments but {len(args)} were given')
    if len(args) < nin:
        raise TypeError(f'{name}() takes from {nin} to {nin + 1} positional arguments but {len(args)} were given')
    if len(args) == nin + 1:
        if out is not None:
            raise TypeError("cannot specify 'out' as both a positional and keyword argument")
        out, args = args[nin], args[:nin]
    out = _one(out, True)
    args = [a if isinstance(a, (bool, int, float)) else np.asarray(a) for a in args]
    if dtype is not None:
        if name in _TRUTHS:
            _refuse(f'numpy.{name} with dtype=')
        dtype = np.dtype(dtype)
        for k, a in enumerate(args):
            a = np.asarray(a)
            if not _fits(a.dtype, dtype, casting):
                _refused(name, f'input {k}' if nin > 1 else 'input', a.dtype, dtype, casting)
            args[k] = a.astype(dtype)
    made = getattr(np, name)(*args)
    if out is None:
        if where is not True and not np.all(where):
            _refuse(f'numpy.{name} with where= and no out= (places left out hold whatever was there)')
        return made if where is True or np.ndim(where) == 0 else np.broadcast_to(made, np.broadcast_shapes(np.shape(made), np.shape(where))).copy()
    return _written(name, np.asarray(made), out, where, casting, args)

def _written(name, made, out, where, casting, args):
    if not _fits(made.dtype, out.dtype, casting):
        _refused(name, 'output', made.dtype, out.dtype, casting)
    try:
        wide = np.broadcast_shapes(made.shape, out.shape, np.shape(where))
    except ValueError:
        raise ValueError('operands could not be broadcast together with shapes ' + ' '.join(_shape(np.asarray(a)) for a in (*args, out)) + ' ') from None
    if wide != out.shape:
        text = '(' + ','.join(str(s) for s in wide) + (',)' if len(wide) == 1 else ')')
        raise ValueError(f"non-broadcastable output operand with shape {_shape(out)} doesn't match the broadcast shape {text}")
    out[...] = made if where is True else np.where(where, made, out)
    return out

_UFUNCS = {'sum': 'add', 'prod': 'multiply', 'max': 'maximum', 'amax': 'maximum', 'min': 'minimum', 'amin': 'minimum', 'any': 'logical_or', 'all': 'logical_and'}
_JOIN = {'sum': 'add', 'prod': 'multiply', 'max': 'maximum', 'amax': 'maximum', 'min': 'minimum', 'amin': 'minimum'}
_NONE = {'sum': 0, 'prod': 1, 'any': False, 'all': True}

def _runs(a, where):
    # What is left out parts a row into runs; each is added up by itself, then to the total.
    total, start = a.dtype.type(0), None
    for i, w in enumerate([*where.tolist(), False]):
        if w and start is None:
            start = i
        elif not w and start is not None:
            total, start = total + np.sum(a[start:i]), None
    return total

def _chosen(name, a, axis, where, initial, keepdims, dtype):
    where = np.broadcast_to(np.asarray(where, dtype=bool), a.shape)
    if name not in _NONE:
        if initial is None:
            raise ValueError(f"reduction operation '{_UFUNCS[name]}' does not have an identity, so to use a where mask one has to specify 'initial'")
        return getattr(np, name)(np.where(where, a, np.asarray(initial, dtype=a.dtype)), axis, keepdims=keepdims)
    if name == 'sum' and a.dtype.kind == 'f' and a.ndim and not where.all():
        if a.ndim == 1:
            out = _runs(a, where)
            return np.asarray([out]) if keepdims else out
        if axis != 0 or a.ndim != 2:
            _refuse('numpy.sum of floats with where= over this axis (its last digits depend on how numpy walks)')
    fill = np.where(where, a, np.asarray(_NONE[name], dtype=a.dtype))
    return getattr(np, name)(fill, axis, keepdims=keepdims, **({} if dtype is None else {'dtype': dtype}))

def reduced(name, a, axis, dtype, out, keepdims, initial, where, ddof=0):
    a = np.asarray(a)
    out = _one(out, False)
    f = getattr(np, name)
    if dtype is not None and name in _NONE and name in _JOIN:
        a, dtype = a.astype(dtype), None
    if name == 'mean' and where is not True:
        where = np.broadcast_to(np.asarray(where, dtype=bool), a.shape)
        n = np.sum(where, axis, keepdims=keepdims)
        wide = a.astype(np.float64 if a.dtype.kind != 'f' else a.dtype)
        made = np.divide(reduced('sum', wide, axis, dtype, None, keepdims, None, where), n)
        made = made.astype(wide.dtype)
    elif name in ('mean', 'std', 'var'):
        if where is not True:
            _refuse(f'numpy.{name} with where=')
        made = f(a, axis, dtype, keepdims=keepdims, **({} if name == 'mean' else {'ddof': ddof}))
    elif where is not True:
        made = _chosen(name, a, axis, where, initial, keepdims, dtype)
    elif initial is not None and a.size == 0 and name not in _NONE:
        made = np.full(np.sum(a, axis, keepdims=keepdims).shape, initial, dtype=a.dtype)
    else:
        made = f(a, axis, dtype=dtype, keepdims=keepdims)
    if initial is not None and name in _JOIN:
        if name in ('sum', 'prod') and np.asarray(made).dtype.kind == 'f' and a.ndim > 1 and initial != _NONE[name]:
            _refuse(f'numpy.{name} of floats with initial= over several axes')
        made = getattr(np, _JOIN[name])(made, np.asarray(initial, dtype=np.asarray(made).dtype))
    if out is None:
        return made
    return _stored(_UFUNCS.get(name, 'add'), np.asarray(made), out, 'unsafe' if name in ('mean', 'std', 'var') else 'same_kind')

def _stored(name, made, out, casting='same_kind'):
    if made.shape != out.shape:
        if made.ndim != out.ndim:
            raise ValueError(f'output parameter for reduction operation {name} has the wrong number of dimensions: Found {out.ndim} but expected {made.ndim}')
        _refuse(f'numpy.{name}.reduce into an array of another shape')
    if not _fits(made.dtype, out.dtype, casting):
        _refused(name, 'output', made.dtype, out.dtype, casting)
    out[...] = made
    return out

def placed(name, made, out):
    out = _one(out, False)
    if made.shape != out.shape or not _fits(made.dtype, out.dtype, 'same_kind'):
        _refuse(f'numpy.{name} into an array of another shape or type')
    out[...] = made
    return out
