"""datetime: spans of time here, as process groups take for their timeouts; dates and times of day in _calendar.

After CPython 3.11's Lib/datetime.py in our own words: days, seconds and microseconds, normalised so that only days
may be negative. Messages of operators say `timedelta` where CPython says `datetime.timedelta`.
"""
from _atlas import dotted as _dotted
import operator as _operator

def _ratio(a, b):
    q, r = divmod(a, b)
    r *= 2
    if (r > b if b > 0 else r < b) or (r == b and q % 2 == 1):
        q += 1
    return q

@_dotted
class timedelta:
    __slots__ = ('_days', '_seconds', '_microseconds')
    def __new__(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
        given = {'days': days, 'seconds': seconds, 'microseconds': microseconds, 'milliseconds': milliseconds,
                 'minutes': minutes, 'hours': hours, 'weeks': weeks}
        for name in given:
            if not isinstance(given[name], (int, float)):
                raise TypeError(f'unsupported type for timedelta {name} component: {type(given[name]).__name__}')
        days += weeks * 7
        seconds += minutes * 60 + hours * 3600
        microseconds += milliseconds * 1000
        whole = 0
        part = 0.0
        if isinstance(days, float):
            left = days - int(days)
            whole_seconds = left * 86400.0
            part = whole_seconds - int(whole_seconds)
            whole = int(whole_seconds)
            days = int(days)
        d, s = days, whole
        if isinstance(seconds, float):
            left = seconds - int(seconds)
            part += left
            seconds = int(seconds)
        extra, seconds = divmod(seconds, 86400)
        d += extra
        s += int(seconds)
        us = part * 1e6
        if isinstance(microseconds, float):
            microseconds = round(microseconds + us)
        else:
            extra, microseconds = divmod(int(microseconds), 1000000)
            s += extra
            microseconds = round(microseconds + us)
        extra, us = divmod(microseconds, 1000000)
        s += extra
        extra, s = divmod(s, 86400)
        d += extra
        if abs(d) > 999999999:
            raise OverflowError(f'days={d}; must have magnitude <= 999999999')
        self = object.__new__(cls)
        self._days, self._seconds, self._microseconds = d, s, us
        return self
    @property
    def days(self):
        return self._days
    @property
    def seconds(self):
        return self._seconds
    @property
    def microseconds(self):
        return self._microseconds
    def _us(self):
        return (self._days * 86400 + self._seconds) * 1000000 + self._microseconds
    def total_seconds(self):
        return self._us() / 10**6
    def __repr__(self):
        args = []
        if self._days:
            args.append(f'days={self._days}')
        if self._seconds:
            args.append(f'seconds={self._seconds}')
        if self._microseconds:
            args.append(f'microseconds={self._microseconds}')
        return f"datetime.timedelta({', '.join(args) or '0'})"
    def __str__(self):
        minutes, s = divmod(self._seconds, 60)
        hours, minutes = divmod(minutes, 60)
        text = f'{hours}:{minutes:02d}:{s:02d}'
        if self._days:
            plural = '' if abs(self._days) == 1 else 's'
            text = f'{self._days} day{plural}, {text}'
        return text + (f'.{self._microseconds:06d}' if self._microseconds else '')
    def __add__(self, other):
        return timedelta(microseconds=self._us() + other._us()) if isinstance(other, timedelta) else NotImplemented
    __radd__ = __add__
    def __sub__(self, other):
        return timedelta(microseconds=self._us() - other._us()) if isinstance(other, timedelta) else NotImplemented
    def __rsub__(self, other):
        return timedelta(microseconds=other._us() - self._us()) if isinstance(other, timedelta) else NotImplemented
    def __neg__(self):
        return timedelta(microseconds=-self._us())
    def __pos__(self):
        return self
    def __abs__(self):
        return -self if self._days < 0 else self
    def __mul__(self, other):
        if isinstance(other, int):
            return timedelta(microseconds=self._us() * other)
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta(microseconds=_ratio(self._us() * a, b))
        return NotImplemented
    __rmul__ = __mul__
    def __floordiv__(self, other):
        if isinstance(other, timedelta):
            return self._us() // other._us()
        return timedelta(microseconds=self._us() // other) if isinstance(other, int) else NotImplemented
    def __truediv__(self, other):
        if isinstance(other, timedelta):
            return self._us() / other._us()
        if isinstance(other, int):
            return timedelta(microseconds=_ratio(self._us(), other))
        if isinstance(other, float):
            a, b = other.as_integer_ratio()
            return timedelta(microseconds=_ratio(b * self._us(), a))
        return NotImplemented
    def __mod__(self, other):
        return timedelta(microseconds=self._us() % other._us()) if isinstance(other, timedelta) else NotImplemented
    def __divmod__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        q, r = divmod(self._us(), other._us())
        return q, timedelta(microseconds=r)
    def _compare(self, other, how):
        return how(self._us(), other._us()) if isinstance(other, timedelta) else NotImplemented
    def __eq__(self, other):
        return self._compare(other, _operator.eq)
    def __lt__(self, other):
        return self._compare(other, _operator.lt)
    def __le__(self, other):
        return self._compare(other, _operator.le)
    def __gt__(self, other):
        return self._compare(other, _operator.gt)
    def __ge__(self, other):
        return self._compare(other, _operator.ge)
    def __hash__(self):
        return hash((self._days, self._seconds, self._microseconds))
    def __bool__(self):
        return self._us() != 0

timedelta.min = timedelta(-999999999)
timedelta.max = timedelta(days=999999999, hours=23, minutes=59, seconds=59, microseconds=999999)
timedelta.resolution = timedelta(microseconds=1)

MINYEAR, MAXYEAR = 1, 9999

def __getattr__(name):
    if name in ('date', 'time', 'datetime', 'timezone', 'tzinfo', 'UTC'):
        import _calendar
        return getattr(_calendar, name)
    raise AttributeError(f"module 'datetime' has no attribute {name!r}")
