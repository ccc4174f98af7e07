"""time: the simulated clock of the host."""
from _time import now as _now, advance as _advance

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
monotonic_ns = perf_counter_ns
def sleep(secs):
    if secs < 0:
        raise ValueError('sleep length must be non-negative')
    _advance(secs)
def strftime(format, t=None):
    return '1970-01-01 00:00:00' if format == '%Y-%m-%d %H:%M:%S' else format
