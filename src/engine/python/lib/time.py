"""time: the simulated clock of the host. Its zone is UTC."""
from _time import now as _now, advance as _advance
from _atlas import refuse as _refuse

timezone = altzone = daylight = 0
tzname = ('UTC', 'UTC')

def time():
    return _now()
def perf_counter():
    return _now()
def monotonic():
    return _now()
def process_time():
    return _now()
def time_ns():
    return int(_now() * 1e9)
def perf_counter_ns():
    return int(_now() * 1e9)
monotonic_ns = process_time_ns = perf_counter_ns
def sleep(secs):
    if secs < 0:
        raise ValueError('sleep length must be non-negative')
    _advance(secs)

class struct_time(tuple):
    n_fields, n_sequence_fields, n_unnamed_fields = 11, 9, 0
    tm_zone, tm_gmtoff = 'UTC', 0
    def __repr__(self):
        return f"time.struct_time({', '.join(f'{n}={v}' for n, v in zip(_FIELDS, self))})"

_FIELDS = 'tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday tm_yday tm_isdst'.split()
for _i, _n in enumerate(_FIELDS):
    setattr(struct_time, _n, property(lambda self, i=_i: self[i]))

def _tuple(d, dst):
    """A date, or a moment, as the fields of C."""
    clock = [getattr(d, n, 0) for n in ('hour', 'minute', 'second')]
    day = d.toordinal() - type(d)(d.year, 1, 1).toordinal() + 1
    return struct_time((d.year, d.month, d.day, *clock, d.weekday(), day, dst))
def _moment(t):
    import _calendar
    return _calendar.datetime(*t[:6])
def gmtime(secs=None):
    import _calendar
    return _tuple(_calendar.datetime.fromtimestamp(int(_now() if secs is None else secs)), 0)
localtime = gmtime
def mktime(t):
    return _moment(t).timestamp()
def strftime(format, t=None):
    return _moment(gmtime() if t is None else t).strftime(format)
def asctime(t=None):
    return _moment(gmtime() if t is None else t).ctime()
def ctime(secs=None):
    return asctime(gmtime(secs))
def strptime(string, format='%a %b %d %H:%M:%S %Y'):
    import _calendar
    return _tuple(_calendar.datetime.strptime(string, format), -1)
