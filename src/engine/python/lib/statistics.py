"""statistics: averages and spreads, exact where the data are: sums are made of fractions, rounded once at the end.

After the definitions of CPython's module. Leaves out: regression, correlation by rank, normal distributions.
"""
from fractions import Fraction
from _atlas import refuse as _refuse
import math as _math

class StatisticsError(ValueError):
    pass
StatisticsError.__module__ = 'statistics'

def _data(data):
    data = list(data)
    for v in data:
        if not isinstance(v, (int, float, Fraction)):
            raise TypeError(f"can't convert type '{type(v).__name__}' to numerator/denominator") if isinstance(v, str) else _unknown(v)
        if isinstance(v, float) and not _math.isfinite(v):
            _refuse('statistics of numbers that are not finite')
    return data
def _unknown(v):
    _refuse(f'statistics of {type(v).__name__}')
def _kind(data):
    kinds = set(map(type, data)) - {int, bool}
    return int if not kinds else float if float in kinds else Fraction
def _as(value, kind):
    if kind is int and value.denominator == 1:
        return int(value)
    return value if kind is Fraction else value.numerator / value.denominator
def _total(data):
    return sum(map(Fraction, data), Fraction(0))
def _need(data, n, what):
    if len(data) < n:
        raise StatisticsError(what)

def mean(data):
    data = _data(data)
    _need(data, 1, 'mean requires at least one data point')
    return _as(_total(data) / len(data), _kind(data))
def fmean(data, weights=None):
    data = list(map(float, data))
    if weights is None:
        if not data:
            raise StatisticsError('fmean requires at least one data point')
        return _math.fsum(data) / len(data)
    weights = list(map(float, weights))
    if len(weights) != len(data):
        raise StatisticsError('data and weights must be the same length')
    if not _math.fsum(weights):
        raise StatisticsError('sum of weights must be non-zero')
    return _math.fsum(v * w for v, w in zip(data, weights)) / _math.fsum(weights)
def geometric_mean(data):
    try:
        return _math.exp(fmean(map(_math.log, data)))
    except ValueError:
        raise StatisticsError('geometric mean requires a non-empty dataset containing positive numbers') from None
def harmonic_mean(data, weights=None):
    if weights is not None:
        _refuse('harmonic_mean with weights')
    data = _data(data)
    _need(data, 1, 'harmonic_mean requires at least one data point')
    if len(data) == 1:
        if data[0] < 0:
            raise StatisticsError('harmonic mean does not support negative values')
        return data[0]
    if any(v < 0 for v in data):
        raise StatisticsError('harmonic mean does not support negative values')
    if any(v == 0 for v in data):
        return 0
    # CPython's own reciprocals: a float's is rounded, an int's is a float too.
    return _as(len(data) / _total([1 / v for v in data]), float if _kind(data) is int else _kind(data))
def _sorted(data, name):
    data = sorted(data)
    _need(data, 1, 'no median for empty data')
    return data
def median(data):
    data = _sorted(data, 'median')
    n = len(data)
    return data[n // 2] if n % 2 else (data[n // 2 - 1] + data[n // 2]) / 2
def median_low(data):
    data = _sorted(data, 'median')
    return data[(len(data) - 1) // 2]
def median_high(data):
    data = _sorted(data, 'median')
    return data[len(data) // 2]
def _counts(data):
    counts = {}
    for v in data:
        counts[v] = counts.get(v, 0) + 1
    return counts
def mode(data):
    counts = _counts(data)
    if not counts:
        raise StatisticsError('no mode for empty data')
    most = max(counts.values())
    return next(v for v in counts if counts[v] == most)
def multimode(data):
    counts = _counts(data)
    most = max(counts.values(), default=0)
    return [v for v in counts if counts[v] == most]
def quantiles(data, *, n=4, method='exclusive'):
    if n < 1:
        raise StatisticsError('n must be at least 1')
    data = sorted(data)
    _need(data, 2, 'must have at least two data points')
    if method not in ('exclusive', 'inclusive'):
        raise ValueError(f'Unknown method: {method!r}')
    out = []
    m = len(data) + 1 if method == 'exclusive' else len(data) - 1
    for i in range(1, n):
        if method == 'inclusive':
            j, delta = divmod(i * m, n)
            out.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        else:
            j = min(max(i * m // n, 1), len(data) - 1)
            delta = i * m - j * n
            out.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
    return out
def _squares(data, about):
    """Sum of squared distances, and the kind of the data."""
    c = _total(data) / len(data) if about is None else Fraction(about)
    return sum(((Fraction(v) - c) ** 2 for v in data), Fraction(0)), _kind(data)
def variance(data, xbar=None):
    data = _data(data)
    _need(data, 2, 'variance requires at least two data points')
    total, kind = _squares(data, xbar)
    return _as(total / (len(data) - 1), kind)
def pvariance(data, mu=None):
    data = _data(data)
    _need(data, 1, 'pvariance requires at least one data point')
    total, kind = _squares(data, mu)
    return _as(total / len(data), kind)
def _root(f):
    """The square root of a fraction, rounded once."""
    n, m = f.numerator, f.denominator
    if not n:
        return 0.0
    shift = (n.bit_length() - m.bit_length() - 109) // 2
    if shift >= 0:
        a, b = n, m << 2 * shift
    else:
        a, b = n << -2 * shift, m
    root = _math.isqrt(a // b)
    # An odd last bit stands for all that was cut off.
    if root * root * b != a:
        root |= 1
    return float(root << shift) if shift >= 0 else root / (1 << -shift)
def stdev(data, xbar=None):
    data = _data(data)
    _need(data, 2, 'stdev requires at least two data points')
    return _root(_squares(data, xbar)[0] / (len(data) - 1))
def pstdev(data, mu=None):
    data = _data(data)
    _need(data, 1, 'pstdev requires at least one data point')
    return _root(_squares(data, mu)[0] / len(data))
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('statistics.' + name)
