# Spans of time.
from datetime import timedelta


def show(f):
    try:
        print(repr(f()))
    except Exception as e:
        print(type(e).__name__, e)


a = timedelta(minutes=30)
b = timedelta(days=-1, hours=5, milliseconds=1500)
for t in (a, b, timedelta(), timedelta(1), timedelta(seconds=1.5), timedelta(hours=36.25, microseconds=3), timedelta(days=1.000001), timedelta(weeks=2)):
    print(t, repr(t), t.total_seconds(), t.days, t.seconds, t.microseconds, bool(t))
for f in (
    lambda: a + b,
    lambda: a - b,
    lambda: -b,
    lambda: abs(b),
    lambda: a * 3,
    lambda: 1.5 * a,
    lambda: a / 7,
    lambda: a / 2.5,
    lambda: a / b,
    lambda: a // 7,
    lambda: b // a,
    lambda: b % a,
    lambda: divmod(b, a),
    lambda: a < b,
    lambda: a == timedelta(seconds=1800),
    lambda: hash(a) == hash(timedelta(seconds=1800)),
    lambda: a == 1,
    lambda: timedelta(days=10**9),
    lambda: sorted([a, b, timedelta(0)]),
    lambda: sum([a, a], timedelta()),
    lambda: a / timedelta(0),
    lambda: timedelta.max,
    lambda: timedelta("1"),
    lambda: f"{a} {b!s:>20}",
):
    show(f)
import datetime
print(datetime.timedelta(738915, 86399, 5) + datetime.timedelta(seconds=1), datetime.timedelta(microseconds=9007199254740993), datetime.timedelta(days=10**6, microseconds=7) * 2)
print(datetime.datetime(2024, 1, 31, 23, 59, 59, 5) + datetime.timedelta(seconds=1))
