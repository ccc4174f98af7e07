"""ChainMap, UserDict, UserList and UserString."""
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

def _text(v):
    return v.data if isinstance(v, UserString) else v

class UserString(collections.abc.Sequence):
    def __init__(self, seq):
        self.data = seq if isinstance(seq, str) else seq.data[:] if isinstance(seq, UserString) else str(seq)
    def __str__(self):
        return str(self.data)
    def __repr__(self):
        return repr(self.data)
    def __int__(self):
        return int(self.data)
    def __float__(self):
        return float(self.data)
    def __complex__(self):
        return complex(self.data)
    def __hash__(self):
        return hash(self.data)
    def __getnewargs__(self):
        return (self.data[:],)
    def __eq__(self, other):
        return self.data == _text(other)
    def __lt__(self, other):
        return self.data < _text(other)
    def __le__(self, other):
        return self.data <= _text(other)
    def __gt__(self, other):
        return self.data > _text(other)
    def __ge__(self, other):
        return self.data >= _text(other)
    def __contains__(self, char):
        return _text(char) in self.data
    def __len__(self):
        return len(self.data)
    def __getitem__(self, index):
        return self.__class__(self.data[index])
    def __add__(self, other):
        return self.__class__(self.data + (_text(other) if isinstance(other, (str, UserString)) else str(other)))
    def __radd__(self, other):
        return self.__class__((other if isinstance(other, str) else str(other)) + self.data)
    def __mul__(self, n):
        return self.__class__(self.data * n)
    __rmul__ = __mul__
    def __mod__(self, args):
        return self.__class__(self.data % args)
    def __rmod__(self, template):
        return self.__class__(str(template) % self)
    def encode(self, encoding='utf-8', errors='strict'):
        return self.data.encode(encoding or 'utf-8', errors or 'strict')
    maketrans = str.maketrans

def _wrap(name, again):
    method = getattr(str, name)
    def wrapped(self, *args, **kwargs):
        found = method(self.data, *map(_text, args), **kwargs)
        return self.__class__(found) if again else found
    wrapped.__name__ = name
    wrapped.__qualname__ = f'UserString.{name}'
    return wrapped

for _name in ('capitalize casefold center expandtabs ljust lower lstrip removeprefix removesuffix replace rjust rstrip strip '
              'swapcase title translate upper zfill').split():
    setattr(UserString, _name, _wrap(_name, True))
for _name in ('count endswith find format format_map index isalnum isalpha isascii isdecimal isdigit isidentifier islower '
              'isnumeric isprintable isspace istitle isupper join partition rfind rindex rpartition rsplit split splitlines '
              'startswith').split():
    setattr(UserString, _name, _wrap(_name, False))
