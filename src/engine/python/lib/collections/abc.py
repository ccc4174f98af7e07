"""collections.abc: abstract container classes with their mix-in methods."""
from abc import ABCMeta, abstractmethod

def _structural(*names):
    def hook(cls, C):
        for name in names:
            for base in C.__mro__:
                if name in base.__dict__:
                    if base.__dict__[name] is None:
                        return NotImplemented
                    break
            else:
                return NotImplemented
        return True
    return hook

class Hashable(metaclass=ABCMeta):
    @abstractmethod
    def __hash__(self):
        return 0
    @classmethod
    def __subclasshook__(cls, C):
        return _structural('__hash__')(cls, C) if cls is Hashable else NotImplemented

class Iterable(metaclass=ABCMeta):
    @abstractmethod
    def __iter__(self):
        while False:
            yield None
    @classmethod
    def __subclasshook__(cls, C):
        return _structural('__iter__')(cls, C) if cls is Iterable else NotImplemented
    def __class_getitem__(cls, item):
        return cls

class Iterator(Iterable):
    @abstractmethod
    def __next__(self):
        raise StopIteration
    def __iter__(self):
        return self
    @classmethod
    def __subclasshook__(cls, C):
        return _structural('__iter__', '__next__')(cls, C) if cls is Iterator else NotImplemented

class Reversible(Iterable):
    @abstractmethod
    def __reversed__(self):
        while False:
            yield None
    @classmethod
    def __subclasshook__(cls, C):
        return _structural('__reversed__', '__iter__')(cls, C) if cls is Reversible else NotImplemented

class Generator(Iterator):
    @classmethod
    def __subclasshook__(cls, C):
        return _structural('__iter__', '__next__', 'send', 'throw', 'close')(cls, C) if cls is Generator else NotImplemented

class Sized(metaclass=ABCMeta):
    @abstractmethod
    def __len__(self):
        return 0
    @classmethod
    def __subclasshook__(cls, C):
        return _structural('__len__')(cls, C) if cls is Sized else NotImplemented

class Container(metaclass=ABCMeta):
    @abstractmethod
    def __contains__(self, x):
        return False
    @classmethod
    def __subclasshook__(cls, C):
        return _structural('__contains__')(cls, C) if cls is Container else NotImplemented
    def __class_getitem__(cls, item):
        return cls

class Collection(Sized, Iterable, Container):
    @classmethod
    def __subclasshook__(cls, C):
        return _structural('__len__', '__iter__', '__contains__')(cls, C) if cls is Collection else NotImplemented

class Callable(metaclass=ABCMeta):
    @abstractmethod
    def __call__(self, *args, **kwds):
        return False
    @classmethod
    def __subclasshook__(cls, C):
        return _structural('__call__')(cls, C) if cls is Callable else NotImplemented
    def __class_getitem__(cls, item):
        return cls

class Set(Collection):
    def __le__(self, other):
        return all(x in other for x in self) if isinstance(other, Set) else NotImplemented
    def __eq__(self, other):
        return len(self) == len(other) and self.__le__(other) if isinstance(other, Set) else NotImplemented
    def __and__(self, other):
        return self._from_iterable(v for v in other if v in self)
    def __or__(self, other):
        return self._from_iterable(e for s in (self, other) for e in s)
    def isdisjoint(self, other):
        return not any(v in self for v in other)
    @classmethod
    def _from_iterable(cls, it):
        return cls(it)

class MutableSet(Set):
    def remove(self, value):
        if value not in self:
            raise KeyError(value)
        self.discard(value)

class Mapping(Collection):
    @abstractmethod
    def __getitem__(self, key):
        raise KeyError
    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default
    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True
    def keys(self):
        return KeysView(self)
    def items(self):
        return ItemsView(self)
    def values(self):
        return ValuesView(self)
    def __eq__(self, other):
        if not isinstance(other, Mapping):
            return NotImplemented
        return dict(self.items()) == dict(other.items())
    __reversed__ = None

class MappingView(Sized):
    def __init__(self, mapping):
        self._mapping = mapping
    def __len__(self):
        return len(self._mapping)
    def __repr__(self):
        return f'{self.__class__.__name__}({self._mapping!r})'

class KeysView(MappingView, Set):
    def __contains__(self, key):
        return key in self._mapping
    def __iter__(self):
        yield from self._mapping

class ItemsView(MappingView, Set):
    def __contains__(self, item):
        key, value = item
        try:
            v = self._mapping[key]
        except KeyError:
            return False
        return v is value or v == value
    def __iter__(self):
        for key in self._mapping:
            yield (key, self._mapping[key])

class ValuesView(MappingView, Collection):
    def __contains__(self, value):
        return any(v is value or v == value for v in self)
    def __iter__(self):
        for key in self._mapping:
            yield self._mapping[key]

_marker = object()

class MutableMapping(Mapping):
    @abstractmethod
    def __setitem__(self, key, value):
        raise KeyError
    @abstractmethod
    def __delitem__(self, key):
        raise KeyError
    def pop(self, key, default=_marker):
        try:
            value = self[key]
        except KeyError:
            if default is _marker:
                raise
            return default
        del self[key]
        return value
    def popitem(self):
        try:
            key = next(iter(self))
        except StopIteration:
            raise KeyError from None
        value = self[key]
        del self[key]
        return key, value
    def clear(self):
        try:
            while True:
                self.popitem()
        except KeyError:
            pass
    def update(self, other=(), /, **kwds):
        if isinstance(other, (Mapping, dict)):
            for key in other:
                self[key] = other[key]
        elif hasattr(other, 'keys'):
            for key in other.keys():
                self[key] = other[key]
        else:
            for key, value in other:
                self[key] = value
        for key, value in kwds.items():
            self[key] = value
    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

class Sequence(Reversible, Collection):
    @abstractmethod
    def __getitem__(self, index):
        raise IndexError
    def __iter__(self):
        i = 0
        try:
            while True:
                yield self[i]
                i += 1
        except IndexError:
            return
    def __contains__(self, value):
        return any(v is value or v == value for v in self)
    def __reversed__(self):
        for i in reversed(range(len(self))):
            yield self[i]
    def index(self, value, start=0, stop=None):
        i = start
        while stop is None or i < stop:
            try:
                v = self[i]
            except IndexError:
                break
            if v is value or v == value:
                return i
            i += 1
        raise ValueError
    def count(self, value):
        return sum(1 for v in self if v is value or v == value)

class MutableSequence(Sequence):
    @abstractmethod
    def __setitem__(self, index, value):
        raise IndexError
    @abstractmethod
    def __delitem__(self, index):
        raise IndexError
    @abstractmethod
    def insert(self, index, value):
        raise IndexError
    def append(self, value):
        self.insert(len(self), value)
    def clear(self):
        try:
            while True:
                self.pop()
        except IndexError:
            pass
    def reverse(self):
        n = len(self)
        for i in range(n // 2):
            self[i], self[n - i - 1] = self[n - i - 1], self[i]
    def extend(self, values):
        for v in list(values):
            self.append(v)
    def pop(self, index=-1):
        v = self[index]
        del self[index]
        return v
    def remove(self, value):
        del self[self.index(value)]
    def __iadd__(self, values):
        self.extend(values)
        return self

class Awaitable(metaclass=ABCMeta):
    pass
class Coroutine(Awaitable):
    pass
class AsyncIterable(metaclass=ABCMeta):
    pass
class AsyncIterator(AsyncIterable):
    pass
class ByteString(Sequence):
    pass

for _t in (tuple, str, range, bytes):
    Sequence.register(_t)
MutableSequence.register(list)
MutableMapping.register(dict)
MutableSet.register(set)
Set.register(frozenset)
for _v, _c in (({}.keys(), KeysView), ({}.values(), ValuesView), ({}.items(), ItemsView)):
    _c.register(type(_v))
