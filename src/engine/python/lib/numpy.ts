/**
 * numpy's constants and scalars: what model files take from it where they hold no array (a bound, a square root, the
 * number of elements of a shape, the mean of a few losses).
 *
 * Only what agrees with numpy to the last bit on every machine: exp, log and powers run through vector kernels that
 * differ by machine. Arrays, types as arguments and everything else are refused by name. Comparisons give Python's bool, and
 * int64 is a Python int here, which numpy's is not.
 */
export default String.raw`import math
from _atlas import unmodelled as _unmodelled, refuse as _refuse

inf, nan, pi, e, newaxis = math.inf, math.nan, math.pi, math.e, None
_INT64 = 2 ** 63

def _scalar(v):
    if type(v) is bool:
        _refuse('numpy.bool')
    if isinstance(v, int):
        if not -_INT64 <= v < _INT64:
            _refuse('integers beyond int64 in numpy')
        return int64(v)
    return float64(v)

def _plain(v):
    return type(v) in (int, float, float64, int64)

def _operator(name, integral):
    def method(self, other):
        if not _plain(other):
            return NotImplemented
        whole = isinstance(self, int) and isinstance(other, int)
        a, b = (int(self), int(other)) if whole else (float(self), float(other))
        if name in ('__truediv__', '__floordiv__', '__mod__') and b == 0 or name in ('__rtruediv__', '__rfloordiv__', '__rmod__') and a == 0:
            _refuse('division by zero in numpy')
        if name in ('__pow__', '__rpow__') and not (name == '__pow__' and b == 2):
            _refuse('numpy powers')
        return _scalar(getattr(int if whole else float, name)(a, b))
    method.__name__ = name
    return method

class generic:
    def item(self):
        return int(self) if isinstance(self, int) else float(self)
    def __repr__(self):
        return f'np.{type(self).__name__}({self.item()!r})'
    def __str__(self):
        return str(self.item())
    def __format__(self, spec):
        return format(self.item(), spec)
    def __neg__(self):
        return _scalar(-self.item())
    def __abs__(self):
        return _scalar(abs(self.item()))
    def __round__(self, digits=None):
        return round(self.item()) if digits is None else _scalar(round(self.item(), digits))

class float64(generic, float):
    __hash__ = float.__hash__

class int64(generic, int):
    __hash__ = int.__hash__

for _name in ('add', 'sub', 'mul', 'truediv', 'floordiv', 'mod', 'pow'):
    for _side in ('__', '__r'):
        _m = _operator(f'{_side}{_name}__', True)
        setattr(float64, _m.__name__, _m)
        setattr(int64, _m.__name__, _m)

def _number(v, name):
    if not _plain(v):
        _refuse(f'numpy.{name} of {type(v).__name__}')
    return float(v)

def sqrt(x):
    v = _number(x, 'sqrt')
    if v < 0:
        _refuse('numpy.sqrt of a negative number')
    return float64(math.sqrt(v))

def sin(x):
    return float64(math.sin(_number(x, 'sin')))

def cos(x):
    return float64(math.cos(_number(x, 'cos')))

def floor(x):
    return float64(math.floor(_number(x, 'floor')))

def ceil(x):
    return float64(math.ceil(_number(x, 'ceil')))

def _row(a, name):
    items = [a] if _plain(a) else list(a) if isinstance(a, (list, tuple)) else None
    if items is None or not all(_plain(v) for v in items):
        _refuse(f'numpy.{name} of {type(a).__name__}')
    return [int(v) for v in items] if items and all(isinstance(v, int) for v in items) else [float(v) for v in items]

def _pairs(a):
    """numpy's pairwise sum: eight running sums in blocks of at most 128."""
    n = len(a)
    if n < 8:
        total = -0.0
        for v in a:
            total += v
        return total
    if n <= 128:
        r = a[:8]
        for i in range(8, n - n % 8, 8):
            for j in range(8):
                r[j] += a[i + j]
        total = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
        for v in a[n - n % 8:]:
            total += v
        return total
    half = n // 2
    half -= half % 8
    return _pairs(a[:half]) + _pairs(a[half:])

def sum(a):
    row = _row(a, 'sum')
    if row and type(row[0]) is int:
        total = 0
        for v in row:
            total += v
        return _scalar(total)
    return float64(_pairs(row) + 0.0)

def mean(a):
    row = [float(v) for v in _row(a, 'mean')]
    if not row:
        _refuse('numpy.mean of nothing')
    return float64(_pairs(row) / len(row))

def prod(a):
    row = _row(a, 'prod')
    total = 1 if row and type(row[0]) is int else 1.0
    for v in row:
        total *= v
    return _scalar(total)

class _Random:
    def seed(self, seed=None):
        pass
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        return _unmodelled('numpy.random', name)

random = _Random()

def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(f"module 'numpy' has no attribute {name!r}")
    return _unmodelled('numpy', name)
`;
