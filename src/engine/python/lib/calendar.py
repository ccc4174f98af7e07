"""calendar: leap years, lengths of months and names of days. Printed calendars are refused by name."""
import datetime as _datetime
from _os import refuse as _refuse

MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY = range(7)
January, February = 1, 2
day_name = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
day_abbr = [n[:3] for n in day_name]
month_name = ['', 'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
month_abbr = [n[:3] for n in month_name]
mdays = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

class IllegalMonthError(ValueError):
    def __init__(self, month):
        self.month = month
    def __str__(self):
        return f'bad month number {self.month!r}; must be 1-12'

def isleap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
def leapdays(y1, y2):
    def before(y):
        return (y - 1) // 4 - (y - 1) // 100 + (y - 1) // 400
    return before(y2) - before(y1)
def weekday(year, month, day):
    if not _datetime.MINYEAR <= year <= _datetime.MAXYEAR:
        year = 2000 + year % 400
    return _datetime.date(year, month, day).weekday()
def monthrange(year, month):
    if not 1 <= month <= 12:
        raise IllegalMonthError(month)
    return weekday(year, month, 1), mdays[month] + (month == February and isleap(year))
def timegm(tuple):
    year, month, day, hour, minute, second = tuple[:6]
    days = _datetime.date(year, month, 1).toordinal() - _datetime.date(1970, 1, 1).toordinal() + day - 1
    return ((days * 24 + hour) * 60 + minute) * 60 + second
def __getattr__(name):
    if name.startswith('__'):
        raise AttributeError(name)
    _refuse('calendar.' + name)
