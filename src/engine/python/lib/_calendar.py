"""Dates and times of day: the other half of datetime. Today is what the run's simulated clock says.

After the proleptic Gregorian calendar: day 1 is 1 January of year 1. The clock's zone is UTC.
Leaves out: `fold`, zones with daylight saving.
"""
from datetime import timedelta
import math as _math
from _atlas import dotted as _dotted, refuse as _refuse
from _time import now as _now

_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_MONTHS = 'January February March April May June July August September October November December'.split()
_WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split()

def _leap(y):
    return y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
def _month_days(y, m):
    return 29 if m == 2 and _leap(y) else _DAYS[m - 1]
def _before_year(y):
    y -= 1
    return y * 365 + y // 4 - y // 100 + y // 400
def _ordinal(y, m, d):
    return _before_year(y) + sum(_month_days(y, k) for k in range(1, m)) + d
def _from_ordinal(n):
    y = max(1, n // 366)
    while _before_year(y + 1) < n:
        y += 1
    n -= _before_year(y)
    m = 1
    while n > _month_days(y, m):
        n -= _month_days(y, m)
        m += 1
    return y, m, n
def _whole(*values):
    for v in values:
        if not isinstance(v, int):
            raise TypeError(f"'{type(v).__name__}' object cannot be interpreted as an integer" if not isinstance(v, float) else 'integer argument expected, got float')
def _check_date(y, m, d):
    _whole(y, m, d)
    if not 1 <= y <= 9999:
        raise ValueError(f'year {y} is out of range')
    if not 1 <= m <= 12:
        raise ValueError('month must be in 1..12')
    if not 1 <= d <= _month_days(y, m):
        raise ValueError('day is out of range for month')
def _check_time(h, m, s, us):
    _whole(h, m, s, us)
    for v, high, name in ((h, 23, 'hour'), (m, 59, 'minute'), (s, 59, 'second'), (us, 999999, 'microsecond')):
        if not 0 <= v <= high:
            raise ValueError(f'{name} must be in 0..{high}')

class tzinfo:
    def tzname(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement tzname()')
    def utcoffset(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement utcoffset()')
    def dst(self, dt):
        raise NotImplementedError('a tzinfo subclass must implement dst()')

def _offset_text(off, colon=':'):
    if off is None:
        return ''
    sign = '-' if off < timedelta(0) else '+'
    us = abs(off) // timedelta(microseconds=1)
    s, us = divmod(us, 10**6)
    text = f'{sign}{s // 3600:02d}{colon}{s // 60 % 60:02d}'
    if s % 60 or us:
        text += f'{colon}{s % 60:02d}'
    return text + (f'.{us:06d}' if us else '')

@_dotted
class timezone(tzinfo):
    def __init__(self, offset, name=None):
        if not isinstance(offset, timedelta):
            raise TypeError(f'timezone() argument 1 must be datetime.timedelta, not {type(offset).__name__}')
        if not timedelta(hours=-24) < offset < timedelta(hours=24):
            raise ValueError('offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not ' + repr(offset) + '.')
        self._offset, self._name = offset, name
    def utcoffset(self, dt):
        return self._offset
    def dst(self, dt):
        return None
    def tzname(self, dt):
        if self._name is not None:
            return self._name
        return 'UTC' + _offset_text(self._offset) if self._offset else 'UTC'
    def __str__(self):
        return self.tzname(None)
    def __repr__(self):
        if self is timezone.utc:
            return 'datetime.timezone.utc'
        return f'datetime.timezone({self._offset!r})' if self._name is None else f'datetime.timezone({self._offset!r}, {self._name!r})'
    def __eq__(self, other):
        return self._offset == other._offset if isinstance(other, timezone) else NotImplemented
    def __hash__(self):
        return hash(self._offset)
timezone.utc = UTC = timezone(timedelta(0))
timezone.min = timezone(timedelta(hours=-23, minutes=-59))
timezone.max = timezone(timedelta(hours=23, minutes=59))

def _strftime(self, format):
    y, m, d = self.year, self.month, self.day
    h, mi, s, us = getattr(self, 'hour', 0), getattr(self, 'minute', 0), getattr(self, 'second', 0), getattr(self, 'microsecond', 0)
    day = _ordinal(y, m, d) - _before_year(y)
    week = (_ordinal(y, m, d) + 6) % 7
    off = self.utcoffset() if hasattr(self, 'utcoffset') else None
    out, i = [], 0
    while i < len(format):
        if format[i] != '%' or i + 1 == len(format):
            out.append(format[i])
            i += 1
            continue
        c = format[i + 1]
        i += 2
        if c == 'Y': out.append(str(y))
        elif c == 'm': out.append(f'{m:02d}')
        elif c == 'd': out.append(f'{d:02d}')
        elif c == 'H': out.append(f'{h:02d}')
        elif c == 'M': out.append(f'{mi:02d}')
        elif c == 'S': out.append(f'{s:02d}')
        elif c == 'f': out.append(f'{us:06d}')
        elif c == 'y': out.append(f'{y % 100:02d}')
        elif c == 'C': out.append(f'{y // 100:02d}')
        elif c == 'e': out.append(f'{d:2d}')
        elif c == 'I': out.append(f'{(h + 11) % 12 + 1:02d}')
        elif c == 'l': out.append(f'{(h + 11) % 12 + 1:2d}')
        elif c == 'k': out.append(f'{h:2d}')
        elif c == 'p': out.append('AM' if h < 12 else 'PM')
        elif c == 'P': out.append('am' if h < 12 else 'pm')
        elif c == 'j': out.append(f'{day:03d}')
        elif c == 'a': out.append(_WEEKDAYS[week][:3])
        elif c == 'A': out.append(_WEEKDAYS[week])
        elif c in 'bh': out.append(_MONTHS[m - 1][:3])
        elif c == 'B': out.append(_MONTHS[m - 1])
        elif c == 'u': out.append(str(week + 1))
        elif c == 'w': out.append(str((week + 1) % 7))
        elif c == 'U': out.append(f'{(day + 6 - (week + 1) % 7) // 7:02d}')
        elif c == 'W': out.append(f'{(day + 6 - week) // 7:02d}')
        elif c == 'V': out.append(f'{_iso(y, m, d)[1]:02d}')
        elif c == 'G': out.append(str(_iso(y, m, d)[0]))
        elif c == 'T': out.append(f'{h:02d}:{mi:02d}:{s:02d}')
        elif c == 'X': out.append(f'{h:02d}:{mi:02d}:{s:02d}')
        elif c == 'R': out.append(f'{h:02d}:{mi:02d}')
        elif c == 'r': out.append(_strftime(self, '%I:%M:%S %p'))
        elif c in 'Dx': out.append(f'{m:02d}/{d:02d}/{y % 100:02d}')
        elif c == 'F': out.append(f'{y}-{m:02d}-{d:02d}')
        elif c == 'c': out.append(_strftime(self, '%a %b %e %H:%M:%S %Y'))
        elif c == 'z': out.append(_offset_text(off, ''))
        elif c == 'Z': out.append('' if off is None else self.tzname() or '')
        elif c == 's': out.append(str(int(self.timestamp())))
        elif c == 'n': out.append('\n')
        elif c == 't': out.append('\t')
        elif c == '%': out.append('%')
        else: _refuse(f'strftime with %{c}')
    return ''.join(out)

def _iso(y, m, d):
    n = _ordinal(y, m, d)
    def first(year):
        jan4 = _ordinal(year, 1, 4)
        return jan4 - (jan4 + 6) % 7
    year = y + 1 if n >= first(y + 1) else y if n >= first(y) else y - 1
    return year, (n - first(year)) // 7 + 1, (n + 6) % 7 + 1

class IsoCalendarDate(tuple):
    year = property(lambda self: self[0])
    week = property(lambda self: self[1])
    weekday = property(lambda self: self[2])
    def __repr__(self):
        return f'datetime.IsoCalendarDate(year={self[0]}, week={self[1]}, weekday={self[2]})'

def _ints(text, *spans):
    for a, b in spans:
        if len(text[a:b]) != b - a or not text[a:b].isdecimal() or not text[a:b].isascii():
            return None
    return [int(text[a:b]) for a, b in spans]

def _parse_date(text):
    """Year, month, day of `2024-02-29` or `20240229`; None else."""
    if len(text) == 10 and text[4] == '-' == text[7]:
        return _ints(text, (0, 4), (5, 7), (8, 10))
    if len(text) == 8:
        return _ints(text, (0, 4), (4, 6), (6, 8))
    if 'W' in text:
        _refuse('dates by week')
    return None

def _parse_time(text):
    """Hour, minute, second, microsecond and zone; None where the text is none."""
    zone = None
    for at in range(len(text)):
        if text[at] in '+-Z':
            tail = text[at:]
            text = text[:at]
            if tail == 'Z':
                zone = UTC
            else:
                t = _parse_time(tail[1:])
                if t is None or t[4] is not None:
                    return None
                off = timedelta(hours=t[0], minutes=t[1], seconds=t[2], microseconds=t[3])
                zone = UTC if not off else timezone(-off if tail[0] == '-' else off)
            break
    us = 0
    for dot in '.,':
        if dot in text:
            text, _, part = text.partition(dot)
            if not part.isdecimal() or not part.isascii():
                return None
            us = int(part[:6].ljust(6, '0'))
    if len(text) in (2, 5, 8) and text[2:3] in ('', ':') and text[5:6] in ('', ':'):
        spans = [(0, 2), (3, 5), (6, 8)][:(len(text) + 1) // 3]
    elif len(text) in (4, 6):
        spans = [(0, 2), (2, 4), (4, 6)][:len(text) // 2]
    else:
        return None
    parts = _ints(text, *spans)
    return None if parts is None else [*(parts + [0, 0])[:3], us, zone]

def _bad_iso(text):
    raise ValueError(f'Invalid isoformat string: {text!r}')

@_dotted
class date:
    def __new__(cls, year, month=None, day=None):
        _check_date(year, month, day)
        self = object.__new__(cls)
        self.__dict__.update(year=year, month=month, day=day)
        return self
    def __setattr__(self, name, value):
        if name in ('year', 'month', 'day', 'hour', 'minute', 'second', 'microsecond', 'tzinfo'):
            raise AttributeError(f"attribute '{name}' of 'datetime.{'date' if name in ('year', 'month', 'day') else 'datetime'}' objects is not writable")
        if type(self) in (date, datetime):
            raise AttributeError(f"'datetime.{type(self).__name__}' object has no attribute '{name}'")
        object.__setattr__(self, name, value)
    @classmethod
    def today(cls):
        return cls.fromtimestamp(_now())
    @classmethod
    def fromtimestamp(cls, t):
        return cls(*_from_ordinal(719163 + _math.floor(t / 86400)))
    @classmethod
    def fromordinal(cls, n):
        if not 1 <= n <= 3652059:
            raise ValueError('ordinal must be >= 1' if n < 1 else 'year is out of range')
        return cls(*_from_ordinal(n))
    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError('fromisoformat: argument must be str')
        parts = _parse_date(text)
        if parts is None:
            _bad_iso(text)
        return cls(*parts)
    def toordinal(self):
        return _ordinal(self.year, self.month, self.day)
    def weekday(self):
        return (self.toordinal() + 6) % 7
    def isoweekday(self):
        return self.weekday() + 1
    def isocalendar(self):
        return IsoCalendarDate(_iso(self.year, self.month, self.day))
    def isoformat(self):
        return f'{self.year:04d}-{self.month:02d}-{self.day:02d}'
    __str__ = isoformat
    def __repr__(self):
        return f'{_named(self)}({self.year}, {self.month}, {self.day})'
    def strftime(self, format):
        return _strftime(self, format)
    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)
    def ctime(self):
        return _strftime(self, '%a %b %e %H:%M:%S ') + f'{self.year:04d}'
    def timetuple(self):
        import time
        return time._tuple(self, -1)
    def replace(self, year=None, month=None, day=None):
        return type(self)(self.year if year is None else year, self.month if month is None else month, self.day if day is None else day)
    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        n = self.toordinal() + other.days
        if not 1 <= n <= 3652059:
            raise OverflowError('date value out of range')
        return type(self).fromordinal(n)
    __radd__ = __add__
    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + timedelta(-other.days)
        return timedelta(self.toordinal() - other.toordinal()) if isinstance(other, date) else NotImplemented
    def _key(self):
        return (self.year, self.month, self.day)
    def _same(self, other):
        return isinstance(other, date) and isinstance(self, datetime) == isinstance(other, datetime)
    def __eq__(self, other):
        return self._key() == other._key() if self._same(other) else NotImplemented
    def __lt__(self, other):
        return self._key() < other._key() if self._comparable(other) else NotImplemented
    def __le__(self, other):
        return self._key() <= other._key() if self._comparable(other) else NotImplemented
    def __gt__(self, other):
        return self._key() > other._key() if self._comparable(other) else NotImplemented
    def __ge__(self, other):
        return self._key() >= other._key() if self._comparable(other) else NotImplemented
    def _comparable(self, other):
        if isinstance(other, date) and not self._same(other):
            raise TypeError(f"can't compare {_named(self)} to {_named(other)}")
        return isinstance(other, date)
    def __hash__(self):
        return hash(self._key())
    def __reduce_ex__(self, protocol):
        return (type(self), self._key())

def _named(v):
    t = type(v)
    return f'{t.__module__}.{t.__qualname__}' if t.__module__ == 'datetime' else t.__qualname__

def _clock_text(v, spec):
    if spec not in ('auto', 'hours', 'minutes', 'seconds', 'milliseconds', 'microseconds'):
        raise ValueError('Unknown timespec value')
    if spec == 'auto':
        spec = 'microseconds' if v.microsecond else 'seconds'
    text = f'{v.hour:02d}'
    if spec != 'hours':
        text += f':{v.minute:02d}'
        if spec != 'minutes':
            text += f':{v.second:02d}'
    if spec == 'milliseconds':
        text += f'.{v.microsecond // 1000:03d}'
    elif spec == 'microseconds':
        text += f'.{v.microsecond:06d}'
    return text + _offset_text(v.utcoffset())

def _check_zone(zone):
    if zone is not None and not isinstance(zone, tzinfo):
        raise TypeError(f"tzinfo argument must be None or of a tzinfo subclass, not type '{type(zone).__name__}'")

@_dotted
class time:
    def __new__(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_time(hour, minute, second, microsecond)
        _check_zone(tzinfo)
        self = object.__new__(cls)
        self.__dict__.update(hour=hour, minute=minute, second=second, microsecond=microsecond, tzinfo=tzinfo, fold=fold)
        return self
    @classmethod
    def fromisoformat(cls, text):
        parts = _parse_time(text.removeprefix('T'))
        if parts is None:
            _bad_iso(text)
        return cls(*parts)
    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(None)
    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(None)
    def isoformat(self, timespec='auto'):
        return _clock_text(self, timespec)
    __str__ = isoformat
    def strftime(self, format):
        return _strftime(datetime(1900, 1, 1, self.hour, self.minute, self.second, self.microsecond, self.tzinfo), format)
    def __format__(self, spec):
        return self.strftime(spec) if spec else str(self)
    def __repr__(self):
        parts = [self.hour, self.minute, *([self.second] if self.second or self.microsecond else []), *([self.microsecond] if self.microsecond else [])]
        zone = '' if self.tzinfo is None else f', tzinfo={self.tzinfo!r}'
        return f"{_named(self)}({', '.join(map(str, parts))}{zone})"
    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=True):
        given = [hour, minute, second, microsecond]
        own = [self.hour, self.minute, self.second, self.microsecond]
        return type(self)(*[o if g is None else g for g, o in zip(given, own)], self.tzinfo if tzinfo is True else tzinfo)
    def _key(self):
        return timedelta(hours=self.hour, minutes=self.minute, seconds=self.second, microseconds=self.microsecond) - (self.utcoffset() or timedelta(0))
    def __eq__(self, other):
        return (self.tzinfo is None) == (other.tzinfo is None) and self._key() == other._key() if isinstance(other, time) else NotImplemented
    def __lt__(self, other):
        return self._key() < other._key() if isinstance(other, time) else NotImplemented
    def __le__(self, other):
        return self._key() <= other._key() if isinstance(other, time) else NotImplemented
    def __gt__(self, other):
        return self._key() > other._key() if isinstance(other, time) else NotImplemented
    def __ge__(self, other):
        return self._key() >= other._key() if isinstance(other, time) else NotImplemented
    def __hash__(self):
        return hash(self._key())
time.min, time.max = time(), time(23, 59, 59, 999999)
time.resolution = timedelta(microseconds=1)

@_dotted
class datetime(date):
    def __new__(cls, year, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        _check_date(year, month, day)
        _check_time(hour, minute, second, microsecond)
        _check_zone(tzinfo)
        self = object.__new__(cls)
        self.__dict__.update(year=year, month=month, day=day, hour=hour, minute=minute, second=second, microsecond=microsecond, tzinfo=tzinfo, fold=fold)
        return self
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(_now(), tz)
    @classmethod
    def utcnow(cls):
        return cls.fromtimestamp(_now())
    @classmethod
    def fromtimestamp(cls, t, tz=None):
        whole = _math.floor(t)
        us = round((t - whole) * 10**6)
        made = cls(1970, 1, 1, tzinfo=None) + timedelta(seconds=whole, microseconds=us)
        if tz is None:
            return made
        return (made + tz.utcoffset(made)).replace(tzinfo=tz)
    @classmethod
    def utcfromtimestamp(cls, t):
        return cls.fromtimestamp(t)
    @classmethod
    def combine(cls, day, clock, tzinfo=True):
        zone = clock.tzinfo if tzinfo is True else tzinfo
        return cls(day.year, day.month, day.day, clock.hour, clock.minute, clock.second, clock.microsecond, zone)
    @classmethod
    def fromordinal(cls, n):
        return cls(*date.fromordinal(n)._key())
    @classmethod
    def fromisoformat(cls, text):
        if not isinstance(text, str):
            raise TypeError('fromisoformat: argument must be str')
        at = 10 if text[4:5] == '-' else 8
        day = _parse_date(text[:at])
        clock = _parse_time(text[at + 1:]) if len(text) > at else [0, 0, 0, 0, None]
        if day is None or clock is None or len(text) == at + 1:
            _bad_iso(text)
        return cls(*day, *clock)
    @classmethod
    def strptime(cls, text, format):
        return _strptime(cls, text, format)
    def utcoffset(self):
        return None if self.tzinfo is None else self.tzinfo.utcoffset(self)
    def tzname(self):
        return None if self.tzinfo is None else self.tzinfo.tzname(self)
    def dst(self):
        return None if self.tzinfo is None else self.tzinfo.dst(self)
    def date(self):
        return date(self.year, self.month, self.day)
    def time(self):
        return time(self.hour, self.minute, self.second, self.microsecond)
    def timetz(self):
        return time(self.hour, self.minute, self.second, self.microsecond, self.tzinfo)
    def timestamp(self):
        return (self._plain() - datetime(1970, 1, 1)).total_seconds()
    def _plain(self):
        """The same moment in UTC, without a zone."""
        bare = datetime(self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond)
        off = self.utcoffset()
        return bare if off is None else bare - off
    def astimezone(self, tz=None):
        zone = UTC if tz is None else tz
        plain = self._plain()
        return (plain + zone.utcoffset(plain)).replace(tzinfo=zone)
    def isoformat(self, sep='T', timespec='auto'):
        return f'{self.year:04d}-{self.month:02d}-{self.day:02d}{sep}{_clock_text(self, timespec)}'
    def __str__(self):
        return self.isoformat(' ')
    def __repr__(self):
        parts = [self.year, self.month, self.day, self.hour, self.minute]
        if self.second or self.microsecond:
            parts.append(self.second)
        if self.microsecond:
            parts.append(self.microsecond)
        zone = '' if self.tzinfo is None else f', tzinfo={self.tzinfo!r}'
        return f"{_named(self)}({', '.join(map(str, parts))}{zone})"
    def timetuple(self):
        import time
        return time._tuple(self, -1 if self.dst() is None else int(bool(self.dst())))
    def replace(self, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=True, *, fold=None):
        given = [year, month, day, hour, minute, second, microsecond]
        own = [self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond]
        return type(self)(*[o if g is None else g for g, o in zip(given, own)], self.tzinfo if tzinfo is True else tzinfo)
    def __add__(self, other):
        if not isinstance(other, timedelta):
            return NotImplemented
        span = timedelta(self.toordinal(), self.hour * 3600 + self.minute * 60 + self.second, self.microsecond) + other
        if not 1 <= span.days <= 3652059:
            raise OverflowError('date value out of range')
        minutes, s = divmod(span.seconds, 60)
        return type(self)(*_from_ordinal(span.days), minutes // 60, minutes % 60, s, span.microseconds, self.tzinfo)
    __radd__ = __add__
    def __sub__(self, other):
        if isinstance(other, timedelta):
            return self + -other
        if not isinstance(other, datetime):
            return NotImplemented
        if (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't subtract offset-naive and offset-aware datetimes")
        a, b = self._plain(), other._plain()
        return timedelta(a.toordinal() - b.toordinal(), (a.hour - b.hour) * 3600 + (a.minute - b.minute) * 60 + a.second - b.second, a.microsecond - b.microsecond)
    def _key(self):
        p = self if self.tzinfo is None else self._plain()
        return (p.year, p.month, p.day, p.hour, p.minute, p.second, p.microsecond)
    def __eq__(self, other):
        if not isinstance(other, datetime):
            return NotImplemented
        return (self.tzinfo is None) == (other.tzinfo is None) and self._key() == other._key()
    def __hash__(self):
        return hash(self._key())
    def _comparable(self, other):
        if isinstance(other, datetime) and (self.utcoffset() is None) != (other.utcoffset() is None):
            raise TypeError("can't compare offset-naive and offset-aware datetimes")
        return date._comparable(self, other)
    def __reduce_ex__(self, protocol):
        return (type(self), (self.year, self.month, self.day, self.hour, self.minute, self.second, self.microsecond, self.tzinfo))

for _c in (tzinfo, timezone, date, time, datetime, IsoCalendarDate):
    _c.__module__ = 'datetime'
date.min, date.max, date.resolution = date(1, 1, 1), date(9999, 12, 31), timedelta(days=1)
datetime.min, datetime.max = datetime(1, 1, 1), datetime(9999, 12, 31, 23, 59, 59, 999999)
datetime.resolution = timedelta(microseconds=1)

_FIELDS = {'Y': r'\d\d\d\d', 'm': r'1[0-2]|0[1-9]|[1-9]', 'd': r'3[0-1]|[1-2]\d|0[1-9]|[1-9]| [1-9]', 'H': r'2[0-3]|[0-1]\d|\d',
           'M': r'[0-5]\d|\d', 'S': r'6[0-1]|[0-5]\d|\d', 'f': r'[0-9]{1,6}', 'y': r'\d\d', 'I': r'1[0-2]|0[1-9]|[1-9]',
           'j': r'36[0-6]|3[0-5]\d|[1-2]\d\d|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9]', 'p': 'am|pm',
           'z': r'[+-]\d\d:?[0-5]\d(?::?[0-5]\d(?:\.\d{1,6})?)?|(?-i:Z)',
           'b': '|'.join(m[:3] for m in _MONTHS), 'B': '|'.join(sorted(_MONTHS, key=len, reverse=True)),
           'a': '|'.join(d[:3] for d in _WEEKDAYS), 'A': '|'.join(sorted(_WEEKDAYS, key=len, reverse=True))}

def _strptime(cls, text, format):
    import re
    pattern, i, seen = '', 0, []
    whole = format.replace('%T', '%H:%M:%S').replace('%F', '%Y-%m-%d').replace('%D', '%m/%d/%y')
    while i < len(whole):
        c = whole[i]
        if c == '%':
            if i + 1 == len(whole):
                raise ValueError(f"stray % in format '{format}'")
            c = whole[i + 1]
            i += 2
            if c == '%':
                pattern += '%'
            elif c in _FIELDS:
                seen.append(c)
                pattern += f'(?P<{c}>{_FIELDS[c]})'
            elif c in 'cxXUWwuGVZ':
                _refuse(f'strptime with %{c}')
            else:
                raise ValueError(f"'{c}' is a bad directive in format '{format}'")
        elif c.isspace():
            pattern += r'\s+'
            while i < len(whole) and whole[i].isspace():
                i += 1
        else:
            pattern += re.escape(c)
            i += 1
    m = re.match(pattern, text, re.IGNORECASE)
    if m is None:
        raise ValueError(f'time data {text!r} does not match format {format!r}')
    if m.end() != len(text):
        raise ValueError(f'unconverted data remains: {text[m.end():]}')
    got = {k: v.strip() for k, v in m.groupdict().items()}
    year = int(got['Y']) if 'Y' in got else 1900
    if 'y' in got:
        year = int(got['y'])
        year += 2000 if year < 69 else 1900
    month = int(got.get('m', 1))
    for code, width in (('b', 3), ('B', 99)):
        if code in got:
            month = [n[:width].lower() for n in _MONTHS].index(got[code].lower()) + 1
    day = int(got.get('d', 1))
    if 'j' in got:
        _, month, day = _from_ordinal(_before_year(year) + int(got['j']))
    hour = int(got.get('H', 0))
    if 'I' in got:
        hour = int(got['I']) % 12 + (12 if got.get('p', '').lower() == 'pm' else 0)
    zone = None
    if 'z' in got:
        zone = _parse_time('00:00' + got['z'])[4]
    return cls(year, month, day, hour, int(got.get('M', 0)), int(got.get('S', 0)), int(got.get('f', '0').ljust(6, '0')), zone)
