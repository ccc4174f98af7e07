"""collections, in Python over dict, list and tuple."""
from _atlas import caller as _caller, dotted as _dotted
from _collections import move as _move
from keyword import iskeyword as _iskeyword
from operator import itemgetter as _itemgetter

__all__ = ['ChainMap', 'Counter', 'OrderedDict', 'UserDict', 'UserList', 'UserString', 'defaultdict', 'deque', 'namedtuple']

# Whose repr is being made: what holds itself says so.
_shown = set()

@_dotted
class OrderedDict(dict):
    def move_to_end(self, key, last=True):
        _move(self, key, last)
    def popitem(self, last=True):
        if not self:
            raise KeyError('dictionary is empty')
        key = next(reversed(self) if last else iter(self))
        return key, self.pop(key)
    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return dict.__eq__(self, other) and list(self) == list(other)
        return dict.__eq__(self, other)
    def __ne__(self, other):
        return not self == other
    __hash__ = None
    def copy(self):
        return self.__class__(self)
    def __or__(self, other):
        if not isinstance(other, dict):
            return NotImplemented
        new = self.__class__(self)
        new.update(other)
        return new
    def __repr__(self):
        if not self:
            return f'{self.__class__.__name__}()'
        key = id(self)
        if key in _shown:
            return '...'
        _shown.add(key)
        try:
            return f'{self.__class__.__name__}({list(self.items())!r})'
        finally:
            _shown.discard(key)

@_dotted
class defaultdict(dict):
    def __init__(self, default_factory=None, /, *args, **kwargs):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        super().__init__(*args, **kwargs)
        self.default_factory = default_factory
    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self.default_factory()
        self[key] = value
        return value
    def copy(self):
        return type(self)(self.default_factory, self)
    __copy__ = copy
    def __repr__(self):
        return f'{type(self).__name__}({self.default_factory!r}, {dict.__repr__(self)})'

class Counter(dict):
    def __init__(self, iterable=None, /, **kwds):
        super().__init__()
        self.update(iterable, **kwds)
    def __missing__(self, key):
        return 0
    def most_common(self, n=None):
        rows = sorted(self.items(), key=lambda kv: kv[1], reverse=True)
        return rows if n is None else rows[:n]
    def elements(self):
        for k, n in self.items():
            for _ in range(n):
                yield k
    def total(self):
        return sum(self.values())
    @classmethod
    def fromkeys(cls, iterable, v=None):
        raise NotImplementedError('Counter.fromkeys() is undefined.  Use Counter(iterable) instead.')
    def update(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for k, n in iterable.items():
                    self[k] = n + self.get(k, 0)
            else:
                get = self.get
                for k in iterable:
                    self[k] = get(k, 0) + 1
        if kwds:
            self.update(kwds)
    def subtract(self, iterable=None, /, **kwds):
        if iterable is not None:
            if isinstance(iterable, dict):
                for k, n in iterable.items():
                    self[k] = self.get(k, 0) - n
            else:
                for k in iterable:
                    self[k] = self.get(k, 0) - 1
        if kwds:
            self.subtract(kwds)
    def copy(self):
        return self.__class__(self)
    def __delitem__(self, key):
        if key in self:
            super().__delitem__(key)
    def __add__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        out = Counter()
        for k, n in self.items():
            if n + other[k] > 0:
                out[k] = n + other[k]
        for k, n in other.items():
            if k not in self and n > 0:
                out[k] = n
        return out
    def __sub__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        out = Counter()
        for k, n in self.items():
            if n - other[k] > 0:
                out[k] = n - other[k]
        for k, n in other.items():
            if k not in self and n < 0:
                out[k] = -n
        return out
    def __or__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        out = Counter()
        for k, n in self.items():
            m = max(n, other[k])
            if m > 0:
                out[k] = m
        for k, n in other.items():
            if k not in self and n > 0:
                out[k] = n
        return out
    def __and__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        out = Counter()
        for k, n in self.items():
            m = min(n, other[k])
            if m > 0:
                out[k] = m
        return out
    def _keep_positive(self):
        for k in [k for k, n in self.items() if not n > 0]:
            del self[k]
        return self
    def __pos__(self):
        return Counter({k: n for k, n in self.items() if n > 0})
    def __neg__(self):
        return Counter({k: 0 - n for k, n in self.items() if n < 0})
    def __iadd__(self, other):
        for k, n in other.items():
            self[k] += n
        return self._keep_positive()
    def __isub__(self, other):
        for k, n in other.items():
            self[k] -= n
        return self._keep_positive()
    def __ior__(self, other):
        for k, n in other.items():
            if n > self[k]:
                self[k] = n
        return self._keep_positive()
    def __iand__(self, other):
        for k, n in self.items():
            if other[k] < n:
                self[k] = other[k]
        return self._keep_positive()
    def __eq__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[k] == other[k] for c in (self, other) for k in c)
    def __ne__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return not self == other
    __hash__ = None
    def __le__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[k] <= other[k] for c in (self, other) for k in c)
    def __lt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self <= other and self != other
    def __ge__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return all(self[k] >= other[k] for c in (self, other) for k in c)
    def __gt__(self, other):
        if not isinstance(other, Counter):
            return NotImplemented
        return self >= other and self != other
    def __repr__(self):
        if not self:
            return f'{self.__class__.__name__}()'
        try:
            rows = dict(self.most_common())
        except TypeError:
            rows = dict(self)
        return f'{self.__class__.__name__}({rows!r})'

@_dotted
class deque:
    def __init__(self, iterable=(), maxlen=None):
        if maxlen is not None and maxlen < 0:
            raise ValueError('maxlen must be non-negative')
        self._items = []
        self._maxlen = maxlen
        self.extend(iterable)
    maxlen = property(lambda self: self._maxlen)
    def append(self, x):
        self._items.append(x)
        if self._maxlen is not None and len(self._items) > self._maxlen:
            del self._items[0]
    def appendleft(self, x):
        self._items.insert(0, x)
        if self._maxlen is not None and len(self._items) > self._maxlen:
            del self._items[-1]
    def extend(self, iterable):
        for x in (list(iterable) if iterable is self else iterable):
            self.append(x)
    def extendleft(self, iterable):
        for x in iterable:
            self.appendleft(x)
    def pop(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop()
    def popleft(self):
        if not self._items:
            raise IndexError('pop from an empty deque')
        return self._items.pop(0)
    def rotate(self, n=1):
        if self._items:
            n %= len(self._items)
            self._items[:] = self._items[-n:] + self._items[:-n] if n else self._items
    def clear(self):
        self._items.clear()
    def copy(self):
        return type(self)(self._items, self._maxlen)
    __copy__ = copy
    def count(self, x):
        return self._items.count(x)
    def index(self, x, *args):
        try:
            return self._items.index(x, *args)
        except ValueError:
            raise ValueError(f'{x!r} is not in deque') from None
    def insert(self, i, x):
        if self._maxlen is not None and len(self._items) >= self._maxlen:
            raise IndexError('deque already at its maximum size')
        self._items.insert(i, x)
    def remove(self, x):
        try:
            self._items.remove(x)
        except ValueError:
            raise ValueError(f'{x!r} is not in deque') from None
    def reverse(self):
        self._items.reverse()
    def __len__(self):
        return len(self._items)
    def __iter__(self):
        size = len(self._items)
        for x in self._items:
            if len(self._items) != size:
                raise RuntimeError('deque mutated during iteration')
            yield x
    def __reversed__(self):
        return reversed(self._items)
    def __contains__(self, x):
        return x in self._items
    def __getitem__(self, i):
        if isinstance(i, slice):
            raise TypeError("sequence index must be integer, not 'slice'")
        try:
            return self._items[i]
        except IndexError:
            raise IndexError('deque index out of range') from None
    def __setitem__(self, i, x):
        try:
            self._items[i] = x
        except IndexError:
            raise IndexError('deque index out of range') from None
    def __delitem__(self, i):
        del self._items[i]
    def __eq__(self, other):
        return self._items == other._items if isinstance(other, deque) else NotImplemented
    def __lt__(self, other):
        return self._items < other._items if isinstance(other, deque) else NotImplemented
    __hash__ = None
    def __add__(self, other):
        return type(self)(self._items + list(other), self._maxlen)
    def __iadd__(self, other):
        self.extend(other)
        return self
    def __mul__(self, n):
        return type(self)(self._items * n, self._maxlen)
    def __bool__(self):
        return bool(self._items)
    def __repr__(self):
        key = id(self)
        if key in _shown:
            return '[...]'
        _shown.add(key)
        try:
            return f'{type(self).__name__}({self._items!r})' if self._maxlen is None else f'{type(self).__name__}({self._items!r}, maxlen={self._maxlen})'
        finally:
            _shown.discard(key)
    def __class_getitem__(cls, item):
        return cls

def _read_only(self, value=None):
    raise AttributeError("can't set attribute")

def namedtuple(typename, field_names, *, rename=False, defaults=None, module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    field_names = list(map(str, field_names))
    if rename:
        seen = set()
        for i, n in enumerate(field_names):
            if not n.isidentifier() or _iskeyword(n) or n.startswith('_') or n in seen:
                field_names[i] = f'_{i}'
            seen.add(n)
    typename = str(typename)
    seen = set()
    for n in [typename] + field_names:
        if not n.isidentifier():
            raise ValueError(f'Type names and field names must be valid identifiers: {n!r}')
        if _iskeyword(n):
            raise ValueError(f'Type names and field names cannot be a keyword: {n!r}')
    for n in field_names:
        if n.startswith('_') and not rename:
            raise ValueError(f'Field names cannot start with an underscore: {n!r}')
        if n in seen:
            raise ValueError(f'Encountered duplicate field name: {n!r}')
        seen.add(n)
    field_defaults = {}
    if defaults is not None:
        defaults = tuple(defaults)
        if len(defaults) > len(field_names):
            raise TypeError('Got more default values than field names')
        field_defaults = dict(zip(field_names[len(field_names) - len(defaults):], defaults))
    fields = tuple(field_names)
    args = ', '.join(fields) + (',' if len(fields) == 1 else '')
    head = ', '.join(('_cls',) + fields)
    tuple_new = tuple.__new__
    __new__ = eval(f'lambda {head}: _tuple_new(_cls, ({args}))', {'_tuple_new': tuple_new})
    __new__.__name__ = '__new__'
    __new__.__qualname__ = f'{typename}.__new__'
    if defaults is not None:
        __new__.__defaults__ = defaults
    @classmethod
    def _make(cls, iterable):
        result = tuple_new(cls, iterable)
        if len(result) != len(fields):
            raise TypeError(f'Expected {len(fields)} arguments, got {len(result)}')
        return result
    def _replace(self, /, **kwds):
        result = self._make(map(kwds.pop, fields, self))
        if kwds:
            raise ValueError(f'Got unexpected field names: {list(kwds)!r}')
        return result
    def __repr__(self):
        return self.__class__.__name__ + '(' + ', '.join(f'{n}={v!r}' for n, v in zip(fields, self)) + ')'
    def _asdict(self):
        return dict(zip(fields, self))
    ns = {
        '__doc__': f"{typename}({', '.join(fields)})", '__slots__': (), '_fields': fields, '_field_defaults': field_defaults,
        '__new__': __new__, '_make': _make, '_replace': _replace, '__repr__': __repr__, '_asdict': _asdict, '__match_args__': fields,
    }
    for i, n in enumerate(fields):
        ns[n] = property(_itemgetter(i), _read_only, _read_only, f'Alias for field number {i}')
    result = type(typename, (tuple,), ns)
    result.__module__ = _caller(1)[2] if module is None else module
    return result

def __getattr__(name):
    # What needs `collections.abc`, whose classes take a program longer to make than all of this file.
    if name == 'abc':
        import collections.abc
        return collections.abc
    if name in ('ChainMap', 'UserDict', 'UserList', 'UserString'):
        import collections._maps as _maps
        globals()[name] = found = getattr(_maps, name)
        return found
    raise AttributeError(f"module 'collections' has no attribute {name!r}")
