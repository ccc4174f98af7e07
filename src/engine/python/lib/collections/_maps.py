"""ChainMap, UserDict and UserList."""
import collections.abc

__name__ = 'collections'

class ChainMap(collections.abc.MutableMapping):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]
    def __getitem__(self, key):
        for m in self.maps:
            if key in m:
                return m[key]
        raise KeyError(key)
    def __len__(self):
        return len(set().union(*self.maps))
    def __iter__(self):
        d = {}
        for m in map(dict.fromkeys, reversed(self.maps)):
            d |= m
        return iter(d)
    def __contains__(self, key):
        return any(key in m for m in self.maps)
    def __setitem__(self, key, value):
        self.maps[0][key] = value
    def __delitem__(self, key):
        if key not in self.maps[0]:
            raise KeyError(f'Key not found in the first mapping: {key!r}')
        del self.maps[0][key]
    def new_child(self, m=None, **kwargs):
        return self.__class__({**(m or {}), **kwargs}, *self.maps)
    @property
    def parents(self):
        return self.__class__(*self.maps[1:])
    def __repr__(self):
        return f"{self.__class__.__name__}({', '.join(map(repr, self.maps))})"

class UserDict(collections.abc.MutableMapping):
    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None:
            self.update(dict)
        if kwargs:
            self.update(kwargs)
    def __len__(self):
        return len(self.data)
    def __getitem__(self, key):
        if key in self.data:
            return self.data[key]
        if hasattr(self.__class__, '__missing__'):
            return self.__class__.__missing__(self, key)
        raise KeyError(key)
    def __setitem__(self, key, item):
        self.data[key] = item
    def __delitem__(self, key):
        del self.data[key]
    def __iter__(self):
        return iter(self.data)
    def __contains__(self, key):
        return key in self.data
    def __repr__(self):
        return repr(self.data)

def _plain(x):
    return x.data if isinstance(x, UserList) else x

class UserList(collections.abc.MutableSequence):
    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(_plain(initlist))
    def __repr__(self):
        return repr(self.data)
    def __lt__(self, other):
        return self.data < _plain(other)
    def __le__(self, other):
        return self.data <= _plain(other)
    def __eq__(self, other):
        return self.data == _plain(other)
    __hash__ = None
    def __gt__(self, other):
        return self.data > _plain(other)
    def __ge__(self, other):
        return self.data >= _plain(other)
    def __contains__(self, item):
        return item in self.data
    def __len__(self):
        return len(self.data)
    def __getitem__(self, i):
        return self.__class__(self.data[i]) if isinstance(i, slice) else self.data[i]
    def __setitem__(self, i, item):
        self.data[i] = item
    def __delitem__(self, i):
        del self.data[i]
    def __add__(self, other):
        return self.__class__(self.data + list(_plain(other)))
    def __radd__(self, other):
        return self.__class__(list(_plain(other)) + self.data)
    def __iadd__(self, other):
        self.data += list(_plain(other))
        return self
    def __mul__(self, n):
        return self.__class__(self.data * n)
    __rmul__ = __mul__
    def __imul__(self, n):
        self.data *= n
        return self
    def append(self, item):
        self.data.append(item)
    def insert(self, i, item):
        self.data.insert(i, item)
    def pop(self, i=-1):
        return self.data.pop(i)
    def remove(self, item):
        self.data.remove(item)
    def clear(self):
        self.data.clear()
    def copy(self):
        return self.__class__(self)
    def count(self, item):
        return self.data.count(item)
    def index(self, item, *args):
        return self.data.index(item, *args)
    def reverse(self):
        self.data.reverse()
    def sort(self, /, *args, **kwds):
        self.data.sort(*args, **kwds)
    def extend(self, other):
        self.data.extend(_plain(other))
