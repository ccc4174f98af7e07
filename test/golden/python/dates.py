"""Dates and times of day."""
import datetime
from datetime import datetime as dt, timedelta, date, time, timezone
d = dt(2024, 2, 29, 13, 5, 7, 123456)
print(d, repr(d), d.isoformat(), d.date(), d.time(), d.year, d.weekday(), d.isoweekday(), d.strftime("%Y-%m-%d %H:%M:%S %j %a %A %b %B %p %I %y %f %% %U %W %u %w"), d + timedelta(days=1, hours=12), d - dt(2024, 1, 1), d.replace(year=2023, day=1), d < dt(2025,1,1))
print(dt.fromisoformat("2024-01-02T03:04:05"), dt.strptime("2024-01-02 03:04", "%Y-%m-%d %H:%M"), d.timetuple()[:6], d.toordinal(), date(2024,1,1) + timedelta(31), date.fromisoformat("2020-10-10"), d.ctime(), f"{d:%H:%M}", dt.combine(date(2020,1,1), time(3,4)), d.isocalendar())
print(dt(2024,1,1,tzinfo=timezone.utc), dt.fromtimestamp(0, timezone.utc), dt(2024,1,1,tzinfo=timezone.utc).timestamp(), timezone(timedelta(hours=2)), dt(2024,1,1,tzinfo=timezone.utc).astimezone(timezone(timedelta(hours=-5))), dt.min, dt.max)
for bad in [lambda: dt(2024, 13, 1), lambda: dt(2023, 2, 29), lambda: dt(2024,1,1,25), lambda: d < date(2024,1,1), lambda: d + 1, lambda: dt.strptime("x", "%Y"), lambda: dt.fromisoformat("x")]:
    try: print(bad())
    except Exception as e: print(type(e).__name__, e)
