"""operator: the operators as functions (natives) and the getters."""

from _atlas import dotted as _dotted
from _operator import _table

globals().update(_table)

@_dotted
class itemgetter:
    def __init__(self, item, /, *items):
        self._items = (item,) + items
        self._single = not items
    def __call__(self, obj):
        if self._single:
            return obj[self._items[0]]
        return tuple([obj[i] for i in self._items])
    def __repr__(self):
        return f"operator.itemgetter({', '.join(map(repr, self._items))})"

@_dotted
class attrgetter:
    def __init__(self, attr, /, *attrs):
        self._attrs = (attr,) + attrs
        for a in self._attrs:
            if not isinstance(a, str):
                raise TypeError('attribute name must be a string')
    def _get(self, obj, attr):
        for part in attr.split('.'):
            obj = getattr(obj, part)
        return obj
    def __call__(self, obj):
        if len(self._attrs) == 1:
            return self._get(obj, self._attrs[0])
        return tuple([self._get(obj, a) for a in self._attrs])
    def __repr__(self):
        return f"operator.attrgetter({', '.join(map(repr, self._attrs))})"

@_dotted
class methodcaller:
    def __init__(self, name, /, *args, **kwargs):
        self._name = name
        self._args = args
        self._kwargs = kwargs
    def __call__(self, obj):
        return getattr(obj, self._name)(*self._args, **self._kwargs)

def concat(a, b):
    return a + b
def countOf(a, b):
    return sum(1 for x in a if x is b or x == b)
def indexOf(a, b):
    for i, x in enumerate(a):
        if x is b or x == b:
            return i
    raise ValueError('sequence.index(x): x not in sequence')
def length_hint(obj, default=0):
    try:
        return len(obj)
    except TypeError:
        return default
def call(obj, /, *args, **kwargs):
    return obj(*args, **kwargs)
