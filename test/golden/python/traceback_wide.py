"""Marks under a line count the columns of a terminal: wide characters stand in two. Patterns that name an attribute twice."""
import traceback
from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int


def doubled():
    match Point(1, 2):
        case Point(1, x=2):
            print('not reached')


def marked(a): e = 'e\u0301'; 日 = '日本'; return '日本é😀', a / 0, '日'


for f in (doubled, lambda: marked(1), lambda: {'ключ': [1, '日']}['ключ'][5], lambda: ('日', '한', 'ﾊ', 'Ａ')[0] + (1 + '日')):
    try:
        f()
    except Exception:
        print(traceback.format_exc())

z = '日本'; y = '😀' + '😀' + marked('é') + z.日本
