"""fractions: exact ratios of ints. Leaves out: complex numbers, Decimal."""
import math as _math
import operator as _operator
from _atlas import refuse as _refuse
import numbers as _numbers

def _parse(text):
    import re
    m = re.fullmatch(r'\s*([-+]?)(?=\d|\.\d)(\d*(?:_\d+)*)(?:(?:/(\d+(?:_\d+)*))?|(?:\.(\d*(?:_\d+)*))?(?:[eE]([-+]?\d+))?)\s*', text)
    if m is None:
        raise ValueError(f'Invalid literal for Fraction: {text!r}')
    sign, whole, below, part, power = m.groups()
    n, d = int(whole or '0'), 1
    if below:
        d = int(below)
    else:
        if part:
            part = part.replace('_', '')
            n, d = n * 10 ** len(part) + int(part), 10 ** len(part)
        if power:
            if int(power) >= 0:
                n *= 10 ** int(power)
            else:
                d *= 10 ** -int(power)
    return -n if sign == '-' else n, d

class Fraction:
    __slots__ = ('_n', '_d')
    def __new__(cls, numerator=0, denominator=None):
        self = object.__new__(cls)
        if denominator is None:
            if isinstance(numerator, int):
                self._n, self._d = int(numerator), 1
                return self
            if isinstance(numerator, Fraction):
                self._n, self._d = numerator._n, numerator._d
                return self
            if isinstance(numerator, float):
                self._n, self._d = numerator.as_integer_ratio()
                return self
            if not isinstance(numerator, str):
                raise TypeError('argument should be a string or a Rational instance')
            n, d = _parse(numerator)
        elif isinstance(numerator, (int, Fraction)) and isinstance(denominator, (int, Fraction)):
            a, b = Fraction(numerator), Fraction(denominator)
            n, d = a._n * b._d, a._d * b._n
        else:
            raise TypeError('both arguments should be Rational instances')
        if d == 0:
            raise ZeroDivisionError(f'Fraction({n}, 0)')
        g = _math.gcd(n, d) * (-1 if d < 0 else 1)
        self._n, self._d = n // g, d // g
        return self
    @property
    def numerator(self):
        return self._n
    @property
    def denominator(self):
        return self._d
    @classmethod
    def from_float(cls, f):
        return cls(f)
    def as_integer_ratio(self):
        return (self._n, self._d)
    def is_integer(self):
        return self._d == 1
    def limit_denominator(self, max_denominator=1000000):
        if max_denominator < 1:
            raise ValueError('max_denominator should be at least 1')
        if self._d <= max_denominator:
            return Fraction(self)
        a, b, c, d = 0, 1, 1, 0
        n, m = self._n, self._d
        while True:
            q = n // m
            if b + q * d > max_denominator:
                break
            a, b, c, d = c, d, a + q * c, b + q * d
            n, m = m, n - q * m
        k = (max_denominator - b) // d
        # The closer one of the last two approximations; the simpler one of equals.
        one, two = Fraction(a + k * c, b + k * d), Fraction(c, d)
        return two if abs(two - self) <= abs(one - self) else one
    def __repr__(self):
        return f'{type(self).__name__}({self._n}, {self._d})'
    def __str__(self):
        return str(self._n) if self._d == 1 else f'{self._n}/{self._d}'
    def __hash__(self):
        # The same as an equal int's or float's.
        p = 2**61 - 1
        if self._d % p == 0:
            h = 314159
        else:
            h = abs(self._n) * pow(self._d, -1, p) % p
        h = -h if self._n < 0 else h
        return -2 if h == -1 else h
    def __bool__(self):
        return self._n != 0
    def __float__(self):
        return self._n / self._d
    def __int__(self):
        return -(-self._n // self._d) if self._n < 0 else self._n // self._d
    __trunc__ = __int__
    def __floor__(self):
        return self._n // self._d
    def __ceil__(self):
        return -(-self._n // self._d)
    def __round__(self, ndigits=None):
        if ndigits is None:
            q, r = divmod(self._n, self._d)
            return q + (1 if 2 * r > self._d or 2 * r == self._d and q % 2 else 0)
        shift = 10 ** abs(ndigits)
        return Fraction(round(self * shift), shift) if ndigits > 0 else Fraction(round(self / shift) * shift)
    def __neg__(self):
        return Fraction(-self._n, self._d)
    def __pos__(self):
        return Fraction(self._n, self._d)
    def __abs__(self):
        return Fraction(abs(self._n), self._d)
    def __pow__(a, b):
        if isinstance(b, (int, Fraction)):
            b = Fraction(b)
            if b._d == 1:
                if b._n >= 0:
                    return Fraction(a._n ** b._n, a._d ** b._n)
                if a._n == 0:
                    raise ZeroDivisionError(f'Fraction({a._d ** -b._n}, 0)')
                return Fraction(a._d ** -b._n, a._n ** -b._n)
            return float(a) ** float(b)
        return float(a) ** b
    def __rpow__(b, a):
        if b._d == 1 and b._n >= 0:
            return a ** b._n
        return a ** float(b)
    def __eq__(a, b):
        if isinstance(b, (int, Fraction)):
            b = Fraction(b)
            return a._n == b._n and a._d == b._d
        if isinstance(b, float):
            return a == Fraction(b) if _math.isfinite(b) else 0.0 == b
        return NotImplemented

def _both(name, exact):
    rough = getattr(_operator, name)
    def forward(a, b):
        if isinstance(b, (int, Fraction)):
            return exact(a, Fraction(b))
        return rough(float(a), b) if isinstance(b, (float, complex)) else NotImplemented
    def backward(b, a):
        if isinstance(a, (int, Fraction)):
            return exact(Fraction(a), b)
        return rough(a, float(b)) if isinstance(a, (float, complex)) else NotImplemented
    forward.__name__, backward.__name__ = f'__{name}__', f'__r{name}__'
    setattr(Fraction, forward.__name__, forward)
    setattr(Fraction, backward.__name__, backward)
def _ordered(name):
    how = getattr(_operator, name)
    def compare(a, b):
        if isinstance(b, (int, Fraction)):
            b = Fraction(b)
            return how(a._n * b._d, b._n * a._d)
        if isinstance(b, float):
            return how(a, Fraction(b)) if _math.isfinite(b) else how(0.0, b)
        return NotImplemented
    setattr(Fraction, f'__{name}__', compare)
_both('add', lambda a, b: Fraction(a._n * b._d + b._n * a._d, a._d * b._d))
_both('sub', lambda a, b: Fraction(a._n * b._d - b._n * a._d, a._d * b._d))
_both('mul', lambda a, b: Fraction(a._n * b._n, a._d * b._d))
_both('truediv', lambda a, b: Fraction(a._n * b._d, a._d * b._n))
_both('floordiv', lambda a, b: (a._n * b._d) // (a._d * b._n))
_both('mod', lambda a, b: Fraction((a._n * b._d) % (b._n * a._d), a._d * b._d))
for _name in ('lt', 'le', 'gt', 'ge'):
    _ordered(_name)
