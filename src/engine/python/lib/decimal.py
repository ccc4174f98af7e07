"""decimal: numbers in base ten with a context. After the General Decimal Arithmetic Specification, as CPython 3.11 has it, in our own words.

Arithmetic, comparisons, rounding, quantize, square roots, whole powers, texts and formats. Refused by name: exp, ln, log10, powers
that are no whole numbers, the logical operations, contexts' rarer methods.
"""
import math as _math
import numbers as _numbers
from collections import namedtuple as _namedtuple
from _atlas import dotted as _dotted
from _os import refuse as _refuse

ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING = 'ROUND_DOWN', 'ROUND_HALF_UP', 'ROUND_HALF_EVEN', 'ROUND_CEILING'
ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP = 'ROUND_FLOOR', 'ROUND_UP', 'ROUND_HALF_DOWN', 'ROUND_05UP'
_MODES = (ROUND_DOWN, ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_HALF_DOWN, ROUND_05UP)
MAX_PREC = MAX_EMAX = 999999999999999999
MIN_EMIN, MIN_ETINY = -999999999999999999, -1999999999999999997
HAVE_THREADS = HAVE_CONTEXTVAR = True

class DecimalException(ArithmeticError):
    pass
class Clamped(DecimalException):
    pass
class InvalidOperation(DecimalException):
    pass
class ConversionSyntax(InvalidOperation):
    pass
class DivisionByZero(DecimalException, ZeroDivisionError):
    pass
class DivisionImpossible(InvalidOperation):
    pass
class DivisionUndefined(InvalidOperation, ZeroDivisionError):
    pass
class Inexact(DecimalException):
    pass
class InvalidContext(InvalidOperation):
    pass
class Rounded(DecimalException):
    pass
class Subnormal(DecimalException):
    pass
class Overflow(Inexact, Rounded):
    pass
class Underflow(Inexact, Rounded, Subnormal):
    pass
class FloatOperation(DecimalException, TypeError):
    pass
DecimalTuple = _namedtuple('DecimalTuple', 'sign digits exponent')
_SIGNALS = (InvalidOperation, FloatOperation, DivisionByZero, Overflow, Subnormal, Underflow, Rounded, Inexact, Clamped)
_SHOWN = (Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation, Overflow, Rounded, Subnormal, Underflow)

class Context:
    def __init__(self, prec=None, rounding=None, Emin=None, Emax=None, capitals=None, clamp=None, flags=None, traps=None):
        d = DefaultContext
        self.prec = d.prec if prec is None else prec
        self.rounding = d.rounding if rounding is None else rounding
        self.Emin = d.Emin if Emin is None else Emin
        self.Emax = d.Emax if Emax is None else Emax
        self.capitals = d.capitals if capitals is None else capitals
        self.clamp = d.clamp if clamp is None else clamp
        traps = dict(d.traps) if traps is None else traps
        self.traps = traps if isinstance(traps, dict) else {s: s in traps for s in _SIGNALS}
        flags = [] if flags is None else flags
        self.flags = flags if isinstance(flags, dict) else {s: s in flags for s in _SIGNALS}
    def __setattr__(self, name, value):
        if name == 'prec' and not 1 <= value <= MAX_PREC:
            raise ValueError('valid range for prec is [1, MAX_PREC]')
        if name == 'rounding' and value not in _MODES:
            raise TypeError('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')
        object.__setattr__(self, name, value)
    def __repr__(self):
        flags = ', '.join(s.__name__ for s in _SHOWN if self.flags[s])
        traps = ', '.join(s.__name__ for s in _SHOWN if self.traps[s])
        return (f'Context(prec={self.prec}, rounding={self.rounding}, Emin={self.Emin}, Emax={self.Emax}, capitals={self.capitals}, '
                f'clamp={self.clamp}, flags=[{flags}], traps=[{traps}])')
    def copy(self):
        return Context(self.prec, self.rounding, self.Emin, self.Emax, self.capitals, self.clamp, dict(self.flags), dict(self.traps))
    __copy__ = copy
    def clear_flags(self):
        for s in self.flags:
            self.flags[s] = False
    def clear_traps(self):
        for s in self.traps:
            self.traps[s] = False
    def Etiny(self):
        return self.Emin - self.prec + 1
    def Etop(self):
        return self.Emax - self.prec + 1
    def _signal(self, kind, args, otherwise):
        """A condition: raises where it is trapped, else leaves its flag and gives the value for that case."""
        signal = next(s for s in (kind, *kind.__mro__) if s in self.flags)
        self.flags[signal] = True
        if self.traps[signal]:
            raise (signal(args) if args is not None else signal())
        return otherwise
    def create_decimal(self, num='0'):
        return Decimal(num)._fix(self)
    def create_decimal_from_float(self, f):
        return Decimal.from_float(f)._fix(self)
    def add(self, a, b):
        return _of(a)._add(_of(b), self)
    def subtract(self, a, b):
        return _of(a)._add(_of(b)._negated(), self)
    def multiply(self, a, b):
        return _of(a)._mul(_of(b), self)
    def divide(self, a, b):
        return _of(a)._div(_of(b), self)
    def sqrt(self, a):
        return _of(a).sqrt(self)
    def quantize(self, a, b):
        return _of(a).quantize(_of(b), context=self)
    def power(self, a, b, modulo=None):
        return _of(a)._pow(_of(b), self)
    def plus(self, a):
        return _of(a)._fix(self)
    def minus(self, a):
        return _of(a)._negated()._fix(self)
    def abs(self, a):
        return _of(a).copy_abs()._fix(self)
    def to_sci_string(self, a):
        return str(_of(a))
    def __getattr__(self, name):
        if name.startswith('_') or name in ('prec', 'traps', 'flags'):
            raise AttributeError(name)
        _refuse('decimal.Context.' + name)

class _Defaults:
    prec, rounding, Emin, Emax, capitals, clamp = 28, ROUND_HALF_EVEN, -999999, 999999, 1, 0
    traps = {s: s in (InvalidOperation, DivisionByZero, Overflow) for s in _SIGNALS}
DefaultContext = _Defaults
DefaultContext = Context()
BasicContext = Context(prec=9, rounding=ROUND_HALF_UP, traps=[DivisionByZero, Overflow, InvalidOperation, Clamped, Underflow], flags=[])
ExtendedContext = Context(prec=9, rounding=ROUND_HALF_EVEN, traps=[], flags=[])
_now = [DefaultContext.copy()]

def getcontext():
    return _now[0]
def setcontext(context):
    if context in (DefaultContext, BasicContext, ExtendedContext):
        context = context.copy()
        context.clear_flags()
    _now[0] = context
class localcontext:
    def __init__(self, ctx=None, **kwargs):
        self._new = (getcontext() if ctx is None else ctx).copy()
        for k, v in kwargs.items():
            if k not in ('prec', 'rounding', 'Emin', 'Emax', 'capitals', 'clamp', 'flags', 'traps'):
                raise TypeError(f"'{k}' is an invalid keyword argument for this function")
            setattr(self._new, k, v)
    def __enter__(self):
        self._old = getcontext()
        setcontext(self._new)
        return self._new
    def __exit__(self, *exc):
        setcontext(self._old)

def _parsed(text):
    """Sign, digits (None: special), exponent or name of what is special; None where the text is no number."""
    s = text.strip().replace('_', '')
    sign = 0
    if s[:1] in ('+', '-'):
        sign = int(s[0] == '-')
        s = s[1:]
    low = s.lower()
    if low in ('inf', 'infinity'):
        return sign, 0, 'F'
    for name, kind in (('snan', 'N'), ('nan', 'n')):
        if low.startswith(name) and (low[len(name):].isdigit() or low == name):
            return sign, int(low[len(name):] or '0'), kind
    head, e, tail = low.partition('e')
    if e:
        digits = tail[1:] if tail[:1] in ('+', '-') else tail
        if not digits.isdigit():
            return None
        exp = int(tail)
    else:
        exp = 0
    whole, dot, part = head.partition('.')
    if not (whole + part).isdigit():
        return None
    return sign, int(whole + part), exp - len(part)

def _digits(n):
    return len(str(n))

def _rounds(mode, sign, q, r, unit):
    """Whether `q` and a rest of r / unit goes up."""
    if mode == ROUND_DOWN:
        return False
    if mode == ROUND_UP:
        return r > 0
    if mode == ROUND_CEILING:
        return r > 0 and not sign
    if mode == ROUND_FLOOR:
        return r > 0 and bool(sign)
    if mode == ROUND_05UP:
        return r > 0 and q % 10 in (0, 5)
    if 2 * r != unit:
        return 2 * r > unit
    return mode == ROUND_HALF_UP or mode == ROUND_HALF_EVEN and q % 2 == 1

class Decimal:
    __slots__ = ('_sign', '_int', '_exp')
    def __new__(cls, value='0', context=None):
        self = object.__new__(cls)
        if isinstance(value, str):
            p = _parsed(value)
            if p is None:
                (context or getcontext())._signal(InvalidOperation, [ConversionSyntax], None)
                p = (0, 0, 'n')
        elif isinstance(value, Decimal):
            p = (value._sign, value._int, value._exp)
        elif isinstance(value, int):
            p = (int(value < 0), abs(int(value)), 0)
        elif isinstance(value, float):
            c = context or getcontext()
            c._signal(FloatOperation, 'strict semantics for mixing floats and Decimals are enabled', None)
            p = _from_float(value)
        elif isinstance(value, (list, tuple)):
            if len(value) != 3:
                raise ValueError('argument must be a sequence of length 3')
            sign, digits, exp = value
            p = (sign, int(''.join(map(str, digits)) or '0'), exp)
        else:
            raise TypeError(f'conversion from {type(value).__name__} to Decimal is not supported')
        self._sign, self._int, self._exp = p
        return self
    @classmethod
    def from_float(cls, f):
        if isinstance(f, int):
            return cls(f)
        if not isinstance(f, float):
            raise TypeError('argument must be int or float.')
        return cls(_make(*_from_float(f)))

    # What it is.
    def _special(self):
        return isinstance(self._exp, str)
    def is_nan(self):
        return self._exp in ('n', 'N')
    def is_qnan(self):
        return self._exp == 'n'
    def is_snan(self):
        return self._exp == 'N'
    def is_infinite(self):
        return self._exp == 'F'
    def is_finite(self):
        return not self._special()
    def is_signed(self):
        return self._sign == 1
    def is_zero(self):
        return not self._special() and self._int == 0
    def is_normal(self, context=None):
        return not self._special() and self._int != 0 and self.adjusted() >= (context or getcontext()).Emin
    def is_subnormal(self, context=None):
        return not self._special() and self._int != 0 and self.adjusted() < (context or getcontext()).Emin
    def adjusted(self):
        return 0 if self._special() else self._exp + _digits(self._int) - 1
    def as_tuple(self):
        digits = (0,) if self._exp == 'F' else tuple(map(int, str(self._int))) if not (self.is_nan() and self._int == 0) else ()
        return DecimalTuple(self._sign, digits, self._exp)
    def as_integer_ratio(self):
        if self._exp == 'F':
            raise OverflowError('cannot convert Infinity to integer ratio')
        if self._special():
            raise ValueError('cannot convert NaN to integer ratio')
        n, d = (self._int * 10 ** self._exp, 1) if self._exp >= 0 else (self._int, 10 ** -self._exp)
        g = _math.gcd(n, d)
        return (-n // g if self._sign else n // g, d // g)
    @property
    def real(self):
        return self
    @property
    def imag(self):
        return Decimal(0)
    def conjugate(self):
        return self

    # Texts.
    def __str__(self):
        return self._text(getcontext().capitals, False)
    def __repr__(self):
        return f"Decimal('{self}')"
    def to_eng_string(self, context=None):
        return self._text((context or getcontext()).capitals, True)
    def _text(self, capitals, eng):
        sign = '-' if self._sign else ''
        if self._special():
            return sign + ('Infinity' if self._exp == 'F' else ('NaN' if self._exp == 'n' else 'sNaN') + (str(self._int) if self._int else ''))
        digits = str(self._int)
        left = self._exp + len(digits)
        if self._exp <= 0 and left > -6:
            place = left
        elif not eng:
            place = 1
        elif digits == '0':
            place = (left + 1) % 3 - 1
        else:
            place = (left - 1) % 3 + 1
        if place <= 0:
            whole, part = '0', '.' + '0' * -place + digits
        elif place >= len(digits):
            whole, part = digits + '0' * (place - len(digits)), ''
        else:
            whole, part = digits[:place], '.' + digits[place:]
        return sign + whole + part + ('' if left == place else f"{'E' if capitals else 'e'}{left - place:+d}")
    def __format__(self, spec):
        return _formatted(self, spec)

    # Rounding to the context.
    def _fix(self, c):
        if self._special():
            if self.is_nan() and self._int and _digits(self._int) > c.prec - c.clamp:
                return _make(self._sign, self._int % 10 ** (c.prec - c.clamp), self._exp)
            return self
        tiny, top = c.Etiny(), c.Etop()
        if self._int == 0:
            exp = min(max(self._exp, tiny), top if c.clamp else c.Emax)
            if exp != self._exp:
                c._signal(Clamped, None, None)
                return _make(self._sign, 0, exp)
            return self
        least = _digits(self._int) + self._exp - c.prec
        if least > top:
            answer = self._too_large(c)
            c._signal(Inexact, None, None)
            c._signal(Rounded, None, None)
            return answer
        small = least < tiny
        if small:
            least = tiny
        if self._exp < least:
            unit = 10 ** (least - self._exp)
            q, r = divmod(self._int, unit)
            if _rounds(c.rounding, self._sign, q, r, unit):
                q += 1
                if _digits(q) > c.prec:
                    q //= 10
                    least += 1
            if least > top:
                answer = self._too_large(c)
            else:
                answer = _make(self._sign, q, least)
            if r and small:
                c._signal(Underflow, None, None)
            if small:
                c._signal(Subnormal, None, None)
            if r:
                c._signal(Inexact, None, None)
            c._signal(Rounded, None, None)
            if answer._exp != 'F' and answer._int == 0:
                c._signal(Clamped, None, None)
            return answer
        if small:
            c._signal(Subnormal, None, None)
        if c.clamp and self._exp > top:
            c._signal(Clamped, None, None)
            return _make(self._sign, self._int * 10 ** (self._exp - top), top)
        return self
    def _too_large(self, c):
        m, s = c.rounding, self._sign
        if m in (ROUND_HALF_UP, ROUND_HALF_EVEN, ROUND_HALF_DOWN, ROUND_UP) or m == ROUND_CEILING and not s or m == ROUND_FLOOR and s:
            answer = _make(s, 0, 'F')
        else:
            answer = _make(s, 10 ** c.prec - 1, c.Etop())
        return c._signal(Overflow, [Overflow], answer)
    def _nans(self, other, c):
        """What comes of operands one of which is no number; None where both are."""
        for x in (self, other):
            if x is not None and x._exp == 'N':
                return c._signal(InvalidOperation, [InvalidOperation], _make(x._sign, x._int, 'n')._fix(c))
        for x in (self, other):
            if x is not None and x._exp == 'n':
                return x._fix(c)
        return None

    # Arithmetic.
    def _negated(self):
        return _make(1 - self._sign, self._int, self._exp)
    def copy_abs(self):
        return _make(0, self._int, self._exp)
    def copy_negate(self):
        return self._negated()
    def copy_sign(self, other, context=None):
        return _make(_of(other)._sign, self._int, self._exp)
    def __neg__(self):
        c = getcontext()
        if self.is_nan():
            return self._nans(None, c)
        return (self.copy_abs() if self.is_zero() and c.rounding != ROUND_FLOOR else self._negated())._fix(c)
    def __pos__(self):
        c = getcontext()
        if self.is_nan():
            return self._nans(None, c)
        return (self.copy_abs() if self.is_zero() and c.rounding != ROUND_FLOOR else self)._fix(c)
    def __abs__(self):
        c = getcontext()
        if self.is_nan():
            return self._nans(None, c)
        return self.copy_abs()._fix(c)
    def _add(self, other, c):
        if self._special() or other._special():
            n = self._nans(other, c)
            if n is not None:
                return n
            if self._exp == 'F':
                if other._exp == 'F' and self._sign != other._sign:
                    return c._signal(InvalidOperation, [InvalidOperation], _make(0, 0, 'n'))
                return self
            return other
        exp = min(self._exp, other._exp)
        a = self._int * (10 ** (self._exp - exp) if self._exp - exp < 10000 else _refuse('decimal: exponents so far apart'))
        b = other._int * (10 ** (other._exp - exp) if other._exp - exp < 10000 else _refuse('decimal: exponents so far apart'))
        if a == 0 and b == 0:
            sign = self._sign if self._sign == other._sign else int(c.rounding == ROUND_FLOOR)
            return _make(sign, 0, exp)._fix(c)
        total = (-a if self._sign else a) + (-b if other._sign else b)
        if total == 0:
            return _make(int(c.rounding == ROUND_FLOOR), 0, exp)._fix(c)
        if a == 0 or b == 0:
            # A zero takes no more places than fit.
            x = other if a == 0 else self
            exp = max(exp, x._exp - c.prec - 1)
            return _make(x._sign, x._int * 10 ** max(0, x._exp - exp), min(exp, x._exp))._fix(c)
        return _make(int(total < 0), abs(total), exp)._fix(c)
    def _mul(self, other, c):
        sign = self._sign ^ other._sign
        if self._special() or other._special():
            n = self._nans(other, c)
            if n is not None:
                return n
            if self.is_zero() or other.is_zero():
                return c._signal(InvalidOperation, [InvalidOperation], _make(0, 0, 'n'))
            return _make(sign, 0, 'F')
        return _make(sign, self._int * other._int, self._exp + other._exp)._fix(c)
    def _div(self, other, c):
        sign = self._sign ^ other._sign
        if self._special() or other._special():
            n = self._nans(other, c)
            if n is not None:
                return n
            if self._exp == 'F' and other._exp == 'F':
                return c._signal(InvalidOperation, [InvalidOperation], _make(0, 0, 'n'))
            if self._exp == 'F':
                return _make(sign, 0, 'F')
            c._signal(Clamped, None, None)
            return _make(sign, 0, c.Etiny())
        if other._int == 0:
            if self._int == 0:
                return c._signal(InvalidOperation, [DivisionUndefined], _make(0, 0, 'n'))
            return c._signal(DivisionByZero, [DivisionByZero], _make(sign, 0, 'F'))
        ideal = self._exp - other._exp
        if self._int == 0:
            return _make(sign, 0, ideal)._fix(c)
        shift = _digits(other._int) - _digits(self._int) + c.prec + 1
        exp = ideal - shift
        if shift >= 0:
            q, r = divmod(self._int * 10 ** shift, other._int)
        else:
            q, r = divmod(self._int, other._int * 10 ** -shift)
        if r:
            if q % 5 == 0:
                q += 1
        else:
            while exp < ideal and q % 10 == 0:
                q //= 10
                exp += 1
        return _make(sign, q, exp)._fix(c)
    def _divmod(self, other, c, what):
        """Whole quotient and rest, each None where not asked for."""
        n = self._nans(other, c) if self._special() or other._special() else None
        if n is not None:
            return n, n
        sign = self._sign ^ other._sign
        nan = _make(0, 0, 'n')
        if self._exp == 'F':
            if what == 'divmod':
                q = c._signal(InvalidOperation, [InvalidOperation], nan) if other._exp == 'F' else _make(sign, 0, 'F')
                return q, c._signal(InvalidOperation, [InvalidOperation], nan)
            if what == 'q' and other._exp != 'F':
                return _make(sign, 0, 'F'), None
            v = c._signal(InvalidOperation, [InvalidOperation], nan)
            return v, v
        if other._int == 0 and other._exp != 'F':
            if self._int == 0:
                v = c._signal(InvalidOperation, [DivisionUndefined], nan)
                return v, v
            if what == 'r':
                return None, c._signal(InvalidOperation, [InvalidOperation], nan)
            q = c._signal(DivisionByZero, [DivisionByZero], _make(sign, 0, 'F'))
            return q, c._signal(InvalidOperation, [InvalidOperation], nan) if what == 'divmod' else None
        if other._exp == 'F':
            return _make(sign, 0, 0), self._fix(c)
        exp = min(self._exp, other._exp)
        if max(self._exp, other._exp) - exp > 10000:
            _refuse('decimal: exponents so far apart')
        q, r = divmod(self._int * 10 ** (self._exp - exp), other._int * 10 ** (other._exp - exp))
        if _digits(q) > c.prec:
            v = c._signal(InvalidOperation, [DivisionImpossible], nan)
            return v, v
        return _make(sign, q, 0)._fix(c), _make(self._sign, r, exp)._fix(c)
    def _pow(self, other, c):
        if self._special() or other._special():
            _refuse('decimal: powers of infinities and NaNs')
        if other._int == 0:
            if self._int == 0:
                return c._signal(InvalidOperation, [InvalidOperation], _make(0, 0, 'n'))
            return _make(0, 1, 0)
        whole = other._exp >= 0 or other._int % 10 ** -other._exp == 0
        if not whole:
            if self._sign and self._int:
                return c._signal(InvalidOperation, [InvalidOperation], _make(0, 0, 'n'))
            _refuse('decimal: powers that are no whole numbers')
        n = other._int * 10 ** other._exp if other._exp >= 0 else other._int // 10 ** -other._exp
        sign = self._sign if n % 2 else 0
        if self._int == 0:
            if other._sign:
                return _make(sign, 0, 'F')
            return _make(sign, 0, 0)._fix(c)
        if n > 100000 or n * _digits(self._int) > 1000000:
            _refuse('decimal: a power so large')
        if not other._sign:
            return _make(sign, self._int ** n, self._exp * n)._fix(c)
        # Rounded once, from a quotient with places to spare.
        d = self._int ** n
        shift = _digits(d) + c.prec + 4
        q, r = divmod(10 ** shift, d)
        exp = -self._exp * n - shift
        if r:
            if q % 5 == 0:
                q += 1
        else:
            while q % 10 == 0 and _digits(q) > 1 and exp < 0:
                q //= 10
                exp += 1
        return _make(sign, q, exp)._fix(c)
    def sqrt(self, context=None):
        c = context or getcontext()
        if self._special():
            n = self._nans(None, c)
            if n is not None:
                return n
            if not self._sign:
                return self
        if self._int == 0:
            return _make(self._sign, 0, self._exp >> 1)._fix(c)
        if self._sign:
            return c._signal(InvalidOperation, [InvalidOperation], _make(0, 0, 'n'))
        prec = c.prec + 1
        e = self._exp >> 1
        if self._exp & 1:
            n, l = self._int * 10, (_digits(self._int) >> 1) + 1
        else:
            n, l = self._int, _digits(self._int) + 1 >> 1
        shift = prec - l
        exact = True
        if shift >= 0:
            n *= 100 ** shift
        else:
            n, rest = divmod(n, 100 ** -shift)
            exact = not rest
        e -= shift
        root = _math.isqrt(n)
        if exact and root * root == n:
            if shift >= 0:
                root //= 10 ** shift
            else:
                root *= 10 ** -shift
            e += shift
        elif root % 5 == 0:
            root += 1
        saved = c.rounding
        c.rounding = ROUND_HALF_EVEN
        try:
            return _make(0, root, e)._fix(c)
        finally:
            c.rounding = saved

    def fma(self, other, third, context=None):
        c = context or getcontext()
        other, third = _of(other), _of(third)
        if self._special() or other._special() or third._special():
            _refuse('decimal: fma of infinities and NaNs')
        return _make(self._sign ^ other._sign, self._int * other._int, self._exp + other._exp)._add(third, c)

    # Whole numbers and places.
    def _rescaled(self, exp, mode):
        if self._int == 0:
            return _make(self._sign, 0, exp)
        if self._exp >= exp:
            return _make(self._sign, self._int * 10 ** (self._exp - exp), exp)
        unit = 10 ** (exp - self._exp)
        q, r = divmod(self._int, unit)
        return _make(self._sign, q + _rounds(mode, self._sign, q, r, unit), exp)
    def quantize(self, exp, rounding=None, context=None):
        c = context or getcontext()
        exp = _of(exp)
        mode = rounding or c.rounding
        if mode not in _MODES:
            raise TypeError('valid values for rounding are:\n  [ROUND_CEILING, ROUND_FLOOR, ROUND_UP, ROUND_DOWN,\n   ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN,\n   ROUND_05UP]')
        nan = _make(0, 0, 'n')
        if self._special() or exp._special():
            n = self._nans(exp, c)
            if n is not None:
                return n
            if self._exp == exp._exp:
                return self
            return c._signal(InvalidOperation, [InvalidOperation], nan)
        if not c.Etiny() <= exp._exp <= c.Emax:
            return c._signal(InvalidOperation, [InvalidOperation], nan)
        if self._int == 0:
            return _make(self._sign, 0, exp._exp)._fix(c)
        if self.adjusted() > c.Emax or self.adjusted() - exp._exp + 1 > c.prec:
            return c._signal(InvalidOperation, [InvalidOperation], nan)
        answer = self._rescaled(exp._exp, mode)
        if answer.adjusted() > c.Emax or _digits(answer._int) > c.prec:
            return c._signal(InvalidOperation, [InvalidOperation], nan)
        if answer._int and answer.adjusted() < c.Emin:
            c._signal(Subnormal, None, None)
        if answer._exp > self._exp:
            if answer != self:
                c._signal(Inexact, None, None)
            c._signal(Rounded, None, None)
        return answer._fix(c)
    def to_integral_value(self, rounding=None, context=None):
        if self._special():
            return self._nans(None, context or getcontext()) if self.is_nan() else self
        return self if self._exp >= 0 else self._rescaled(0, rounding or (context or getcontext()).rounding)
    to_integral = to_integral_value
    def to_integral_exact(self, rounding=None, context=None):
        c = context or getcontext()
        answer = self.to_integral_value(rounding, c)
        if not self._special() and self._exp < 0:
            if answer != self:
                c._signal(Inexact, None, None)
            c._signal(Rounded, None, None)
        return answer
    def normalize(self, context=None):
        c = context or getcontext()
        x = self._fix(c) if not self.is_nan() else self._nans(None, c)
        if x._special():
            return x
        if x._int == 0:
            return _make(x._sign, 0, 0)
        n, e = x._int, x._exp
        while n % 10 == 0 and e < c.Emax:
            n //= 10
            e += 1
        return _make(x._sign, n, e)
    def scaleb(self, other, context=None):
        n = int(_of(other))
        return _make(self._sign, self._int, self._exp + n)._fix(context or getcontext())
    def same_quantum(self, other, context=None):
        other = _of(other)
        if self._special() or other._special():
            return self.is_nan() and other.is_nan() or self.is_infinite() and other.is_infinite()
        return self._exp == other._exp
    def number_class(self, context=None):
        if self.is_nan():
            return 'sNaN' if self._exp == 'N' else 'NaN'
        sign = '-' if self._sign else '+'
        kind = 'Infinity' if self._exp == 'F' else 'Zero' if self._int == 0 else 'Subnormal' if self.is_subnormal(context) else 'Normal'
        return sign + kind
    def _truncated(self):
        if self._exp == 'F':
            raise OverflowError('cannot convert Infinity to integer')
        if self._special():
            raise ValueError('cannot convert NaN to integer')
        n = self._int * 10 ** self._exp if self._exp >= 0 else self._int // 10 ** -self._exp
        return -n if self._sign else n
    def __int__(self):
        return self._truncated()
    __trunc__ = __int__
    def __float__(self):
        if self._exp == 'N':
            raise ValueError('cannot convert signaling NaN to float')
        return float(str(self) if not self.is_nan() else ('-nan' if self._sign else 'nan'))
    def __complex__(self):
        return complex(float(self))
    def __floor__(self):
        return int(self._rescaled(0, ROUND_FLOOR)) if not self._special() else self._truncated()
    def __ceil__(self):
        return int(self._rescaled(0, ROUND_CEILING)) if not self._special() else self._truncated()
    def __round__(self, n=None):
        if n is not None:
            return self.quantize(_make(0, 1, -n), rounding=ROUND_HALF_EVEN)
        return int(self._rescaled(0, ROUND_HALF_EVEN)) if not self._special() else self._truncated()
    def __bool__(self):
        return self._special() or self._int != 0

    # Comparisons.
    def _order(self, other):
        a, b = self, other
        if a._exp == 'F' or b._exp == 'F':
            x = (0 if a._exp != 'F' else -1 if a._sign else 1)
            y = (0 if b._exp != 'F' else -1 if b._sign else 1)
            return (x > y) - (x < y)
        if a._int == 0 or b._int == 0 or a._sign != b._sign:
            x = 0 if a._int == 0 else -1 if a._sign else 1
            y = 0 if b._int == 0 else -1 if b._sign else 1
            return (x > y) - (x < y)
        flip = -1 if a._sign else 1
        if a.adjusted() != b.adjusted():
            return flip if a.adjusted() > b.adjusted() else -flip
        exp = min(a._exp, b._exp)
        x, y = a._int * 10 ** (a._exp - exp), b._int * 10 ** (b._exp - exp)
        return flip * ((x > y) - (x < y))
    def _compared(self, other, orders):
        """The other operand, None where it is of no kind that compares; False where there is no order."""
        o = _comparable(other, getcontext())
        if o is None:
            return NotImplemented
        if self.is_nan() or o.is_nan():
            if orders or 'N' in (self._exp, o._exp):
                getcontext()._signal(InvalidOperation, [InvalidOperation], None)
            return None
        return self._order(o)
    def __eq__(self, other):
        r = self._compared(other, False)
        return r if r is NotImplemented else r is not None and r == 0
    def __lt__(self, other):
        r = self._compared(other, True)
        return r if r is NotImplemented else r is not None and r < 0
    def __le__(self, other):
        r = self._compared(other, True)
        return r if r is NotImplemented else r is not None and r <= 0
    def __gt__(self, other):
        r = self._compared(other, True)
        return r if r is NotImplemented else r is not None and r > 0
    def __ge__(self, other):
        r = self._compared(other, True)
        return r if r is NotImplemented else r is not None and r >= 0
    def __hash__(self):
        if self._exp == 'N':
            raise TypeError('Cannot hash a signaling NaN value')
        if self._exp == 'n':
            return object.__hash__(self)
        if self._exp == 'F':
            return -314159 if self._sign else 314159
        p = 2 ** 61 - 1
        h = self._int * (pow(10, self._exp, p) if self._exp >= 0 else pow(pow(10, p - 2, p), -self._exp, p)) % p
        h = -h if self._sign else h
        return -2 if h == -1 else h
    def compare(self, other, context=None):
        c = context or getcontext()
        other = _of(other)
        n = self._nans(other, c)
        if n is not None:
            return n
        return Decimal(self._order(other))
    def max(self, other, context=None):
        other = _of(other)
        if self.is_nan() or other.is_nan():
            _refuse('decimal: max of NaNs')
        return (self if self._order(other) >= 0 else other)._fix(context or getcontext())
    def min(self, other, context=None):
        other = _of(other)
        if self.is_nan() or other.is_nan():
            _refuse('decimal: min of NaNs')
        return (self if self._order(other) <= 0 else other)._fix(context or getcontext())

    # Operators.
    def __add__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else self._add(o, getcontext())
    __radd__ = __add__
    def __sub__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else self._add(o._negated() if not o.is_nan() else o, getcontext())
    def __rsub__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else o.__sub__(self)
    def __mul__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else self._mul(o, getcontext())
    __rmul__ = __mul__
    def __truediv__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else self._div(o, getcontext())
    def __rtruediv__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else o._div(self, getcontext())
    def __floordiv__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else self._divmod(o, getcontext(), 'q')[0]
    def __rfloordiv__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else o._divmod(self, getcontext(), 'q')[0]
    def __mod__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else self._divmod(o, getcontext(), 'r')[1]
    def __rmod__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else o._divmod(self, getcontext(), 'r')[1]
    def __divmod__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else self._divmod(o, getcontext(), 'divmod')
    def __rdivmod__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else o._divmod(self, getcontext(), 'divmod')
    def __pow__(self, other, modulo=None):
        if modulo is not None:
            _refuse('decimal: pow with three arguments')
        o = _operand(other)
        return o if o is NotImplemented else self._pow(o, getcontext())
    def __rpow__(self, other):
        o = _operand(other)
        return o if o is NotImplemented else o._pow(self, getcontext())
    def __reduce__(self):
        return (self.__class__, (str(self),))
    def __copy__(self):
        return self if type(self) is Decimal else self.__class__(str(self))
    def __deepcopy__(self, memo):
        return self.__copy__()
    def __getattr__(self, name):
        if name in ('exp', 'ln', 'log10', 'logb', 'next_minus', 'next_plus', 'next_toward', 'remainder_near', 'rotate', 'shift', 'canonical',
                    'compare_signal', 'compare_total', 'logical_and', 'logical_or', 'logical_xor', 'logical_invert', 'max_mag', 'min_mag', 'radix'):
            _refuse('decimal.Decimal.' + name)
        raise AttributeError(f"'{type(self).__module__}.{type(self).__name__}' object has no attribute '{name}'")

_dotted(Decimal)

def _make(sign, n, exp):
    x = object.__new__(Decimal)
    x._sign, x._int, x._exp = sign, n, exp
    return x
def _from_float(f):
    if f != f:
        return (int(_math.copysign(1.0, f) < 0), 0, 'n')
    if f in (_math.inf, -_math.inf):
        return (int(f < 0), 0, 'F')
    n, d = abs(f).as_integer_ratio()
    k = d.bit_length() - 1
    return (int(_math.copysign(1.0, f) < 0), n * 5 ** k, -k)
def _of(v):
    """An operand that must be one."""
    if isinstance(v, Decimal):
        return v
    if isinstance(v, int):
        return Decimal(v)
    raise TypeError(f'conversion from {type(v).__name__} to Decimal is not supported')
def _operand(v):
    if isinstance(v, Decimal):
        return v
    return Decimal(v) if isinstance(v, int) else NotImplemented
def _comparable(v, c):
    if isinstance(v, Decimal):
        return v
    if isinstance(v, int):
        return Decimal(v)
    if isinstance(v, float):
        c.flags[FloatOperation] = True
        return _make(*_from_float(v))
    if isinstance(v, _numbers.Rational):
        _refuse('decimal: comparing with a fraction')
    return None

def _formatted(x, spec):
    """Python's own format mini-language over digits in base ten."""
    import re
    m = re.fullmatch(r'(?:(.)?([<>=^]))?([-+ ])?(z)?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([eEfFgGn%])?', spec, re.S)
    if m is None or m[8] == '_':
        raise ValueError('invalid format string')
    if m[4] or m[5] or m[10] == 'n':
        _refuse(f'decimal: the format {spec!r}')
    fill, align, plus, zero, width, comma, places, kind = m[1] or ' ', m[2], m[3], m[6], int(m[7] or 0), m[8] or '', m[9], m[10]
    if zero and m[2]:
        raise ValueError('invalid format string')
    if zero:
        fill, align = '0', '='
    sign = '-' if x._sign else plus if plus in ('+', ' ') else ''
    if x._special():
        body = str(x.copy_abs())
        if fill == '0' and align == '=':
            fill, align = ' ', '>'
        return _padded(sign, body + ('%' if kind == '%' else ''), fill, align or '>', width)
    mode = getcontext().rounding
    if kind is None:
        kind = 'g' if places is not None else ('G' if getcontext().capitals else 'g')
    p = None if places is None else int(places)
    if kind == '%':
        x = _make(x._sign, x._int, x._exp + 2)
    if p is not None:
        if kind in 'eE':
            if x._int:
                drop = _digits(x._int) - (p + 1)
                if drop > 0:
                    x = x._rescaled(x._exp + drop, mode)
                    if _digits(x._int) > p + 1:
                        x = _make(x._sign, x._int // 10, x._exp + 1)
                elif drop < 0:
                    x = _make(x._sign, x._int * 10 ** -drop, x._exp + drop)
            else:
                x = _make(x._sign, 0, x._exp)
        elif kind in 'fF%':
            x = x._rescaled(-p, mode)
        elif _digits(x._int) > (p or 1):
            n = p or 1
            x = x._rescaled(x._exp + _digits(x._int) - n, mode)
            if _digits(x._int) > n:
                x = _make(x._sign, x._int // 10, x._exp + 1)
    if x._int == 0 and x._exp > 0 and kind in 'fF%':
        x = x._rescaled(0, mode)
    digits = str(x._int)
    left = x._exp + len(digits)
    if kind in 'eE':
        place = 1 - p if x._int == 0 and p is not None else 1
    elif kind in 'fF%':
        place = left
    elif x._exp <= 0 and left > -6:
        place = left
    else:
        place = 1
    if place < 0:
        whole, part = '0', '0' * -place + digits
    elif place > len(digits):
        whole, part = digits + '0' * (place - len(digits)), ''
    else:
        whole, part = digits[:place] or '0', digits[place:]
    exp = left - place
    if comma:
        groups = []
        while len(whole) > 3:
            groups.insert(0, whole[-3:])
            whole = whole[:-3]
        whole = comma.join([whole, *groups])
        if fill == '0' and align == '=':
            _refuse(f'decimal: the format {spec!r}')
    body = whole + ('.' + part if part else '')
    if exp or kind in 'eE':
        body += f"{'E' if kind in 'EG' else 'e'}{exp:+d}"
    if kind == '%':
        body += '%'
    return _padded(sign, body, fill, align or '>', width)
def _padded(sign, body, fill, align, width):
    gap = fill * (width - len(sign) - len(body))
    if align == '<':
        return sign + body + gap
    if align == '=':
        return sign + gap + body
    if align == '^':
        half = len(gap) // 2
        return gap[:half] + sign + body + gap[half:]
    return gap + sign + body
_numbers.Number.register(Decimal)
