"""weakref: references that keep nothing alive, answered by looking at what the program still holds (modules/reach.ts).

After CPython 3.11's weakref and _weakrefset in our own words. Refused by name: callbacks at the moment an object goes, which
only counts of references know; finalize of an object that goes before the program ends. Left out: addresses in a repr that
CPython chooses itself.
"""
from _lives import box as _box, open as _open, known as _known, keep as _keep
from _os import refuse as _refuse
from collections.abc import MutableMapping as _Mapping, MutableSet as _Set
import operator as _operator

_gone = object()

class ReferenceType:
    __slots__ = ('_box', '_hash', '__weakref__')
    def __new__(cls, obj, callback=None, /):
        if callback is not None:
            _refuse('weakref with a callback: when it runs depends on counts of references')
        if cls is ReferenceType:
            made = _known(obj)
            if made is not None:
                return made
        self = object.__new__(cls)
        object.__setattr__(self, '_box', _box(obj))
        if cls is ReferenceType:
            _keep(obj, self)
        return self
    def __init__(self, obj, callback=None, /):
        pass
    @property
    def __callback__(self):
        return None
    def __call__(self):
        return _open(self._box)
    def __hash__(self):
        try:
            return self._hash
        except AttributeError:
            pass
        o = _open(self._box, _gone)
        if o is _gone:
            raise TypeError('weak object has gone away')
        object.__setattr__(self, '_hash', hash(o))
        return self._hash
    def __eq__(self, other):
        if not isinstance(other, ReferenceType):
            return NotImplemented
        if self is other:
            return True
        a, b = _open(self._box, _gone), _open(other._box, _gone)
        return a == b if a is not _gone and b is not _gone else False
    def __repr__(self):
        o = _open(self._box, _gone)
        if o is _gone:
            return f'<weakref at {id(self):#x}; dead>'
        name = getattr(o, '__name__', None)
        shown = f' ({name})' if isinstance(name, str) else ''
        return f"<weakref at {id(self):#x}; to '{type(o).__qualname__ if type(o).__module__ == 'builtins' else type(o).__name__}' at {id(o):#x}{shown}>"
ref = ReferenceType

class WeakMethod(ReferenceType):
    __slots__ = ('_of', '_kind')
    def __new__(cls, meth, callback=None):
        try:
            obj, func = meth.__self__, meth.__func__
        except AttributeError:
            raise TypeError(f'argument should be a bound method, not {type(meth)}') from None
        self = ReferenceType.__new__(cls, obj, callback)
        object.__setattr__(self, '_of', func)
        object.__setattr__(self, '_kind', type(meth))
        return self
    def __call__(self):
        o = _open(self._box, _gone)
        return None if o is _gone else self._kind(self._of, o)
    def __eq__(self, other):
        return ReferenceType.__eq__(self, other) is True and isinstance(other, WeakMethod) and self._of is other._of
    __hash__ = ReferenceType.__hash__

class KeyedRef(ReferenceType):
    __slots__ = ('key',)
    def __new__(cls, obj, callback, key):
        self = ReferenceType.__new__(cls, obj)
        object.__setattr__(self, 'key', key)
        return self
    def __init__(self, obj, callback, key):
        pass

def _target(p):
    o = _open(object.__getattribute__(p, '_box'), _gone)
    if o is _gone:
        raise ReferenceError('weakly-referenced object no longer exists')
    return o

class ProxyType:
    __slots__ = ('_box', '__weakref__')
    def __getattribute__(self, name):
        return getattr(_target(self), name)
    def __setattr__(self, name, value):
        setattr(_target(self), name, value)
    def __delattr__(self, name):
        delattr(_target(self), name)
    def __str__(self):
        return str(_target(self))
    def __repr__(self):
        o = _target(self)
        return f'<weakproxy at {id(self):#x} to {type(o).__name__} at {id(o):#x}>'
    def __bool__(self):
        return bool(_target(self))
    def __len__(self):
        return len(_target(self))
    def __iter__(self):
        return iter(_target(self))
    def __next__(self):
        return next(_target(self))
    def __contains__(self, v):
        return v in _target(self)
    def __getitem__(self, k):
        return _target(self)[k]
    def __setitem__(self, k, v):
        _target(self)[k] = v
    def __delitem__(self, k):
        del _target(self)[k]
    def __hash__(self):
        raise TypeError(f"unhashable type: '{type(self).__name__}'")
    def __int__(self):
        return int(_target(self))
    def __float__(self):
        return float(_target(self))
    def __index__(self):
        return _operator.index(_target(self))

def _bare(v):
    return _target(v) if isinstance(v, ProxyType) else v
def _forward(name, op):
    def method(self, other):
        return op(_bare(self), _bare(other))
    method.__name__ = name
    setattr(ProxyType, name, method)
def _backward(name, op):
    def method(self, other):
        return op(_bare(other), _bare(self))
    method.__name__ = name
    setattr(ProxyType, name, method)
for _name in 'eq ne lt le gt ge'.split():
    _forward(f'__{_name}__', getattr(_operator, _name))
for _name in 'add sub mul truediv floordiv mod pow matmul and or xor lshift rshift'.split():
    _op = getattr(_operator, _name + '_' if _name in ('and', 'or') else _name)
    _forward(f'__{_name}__', _op)
    _backward(f'__r{_name}__', _op)
for _name in 'neg pos abs invert'.split():
    setattr(ProxyType, f'__{_name}__', lambda self, op=getattr(_operator, _name): op(_target(self)))

class CallableProxyType(ProxyType):
    __slots__ = ()
    def __call__(self, *args, **kw):
        return _target(self)(*args, **kw)
ProxyTypes = (ProxyType, CallableProxyType)

def proxy(obj, callback=None, /):
    if callback is not None:
        _refuse('weakref.proxy with a callback: when it runs depends on counts of references')
    p = object.__new__(CallableProxyType if callable(obj) else ProxyType)
    object.__setattr__(p, '_box', _box(obj))
    return p
def getweakrefs(obj):
    made = _known(obj)
    return [] if made is None else [made]
def getweakrefcount(obj):
    _refuse('weakref.getweakrefcount')

class WeakValueDictionary(_Mapping):
    def __init__(self, other=(), /, **kw):
        self.data = {}
        self.update(other, **kw)
    def _live(self):
        """Rows (key, object) of what lives, after the rest was let go."""
        rows, dead = [], []
        for k, r in self.data.items():
            o = _open(r._box, _gone)
            if o is _gone:
                dead.append(k)
            else:
                rows.append((k, o))
        for k in dead:
            del self.data[k]
        return rows
    def __getitem__(self, key):
        o = _open(self.data[key]._box, _gone)
        if o is _gone:
            raise KeyError(key)
        return o
    def __setitem__(self, key, value):
        self.data[key] = KeyedRef(value, None, key)
    def __delitem__(self, key):
        self._live()
        del self.data[key]
    def __len__(self):
        return len(self._live())
    def __contains__(self, key):
        r = self.data.get(key)
        return r is not None and _open(r._box, _gone) is not _gone
    def __iter__(self):
        for k, _ in self._live():
            yield k
    keys = __iter__
    def values(self):
        for _, o in self._live():
            yield o
    def items(self):
        yield from self._live()
    def get(self, key, default=None):
        r = self.data.get(key)
        o = _gone if r is None else _open(r._box, _gone)
        return default if o is _gone else o
    def pop(self, key, *args):
        r = self.data.pop(key, None)
        o = _gone if r is None else _open(r._box, _gone)
        if o is not _gone:
            return o
        if args:
            return args[0]
        raise KeyError(key)
    def setdefault(self, key, default=None):
        o = self.get(key, _gone)
        if o is _gone:
            self[key] = o = default
        return o
    def update(self, other=None, /, **kw):
        if other is not None:
            for k, v in (other.items() if hasattr(other, 'items') else dict(other).items()):
                self[k] = v
        for k, v in kw.items():
            self[k] = v
    def valuerefs(self):
        self._live()
        return list(self.data.values())
    itervaluerefs = valuerefs
    def copy(self):
        new = WeakValueDictionary()
        for k, o in self._live():
            new[k] = o
        return new
    __copy__ = copy
    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x}>'

class WeakKeyDictionary(_Mapping):
    def __init__(self, dict=None):
        self.data = {}
        if dict is not None:
            self.update(dict)
    def _live(self):
        rows, dead = [], []
        for r, v in self.data.items():
            o = _open(r._box, _gone)
            if o is _gone:
                dead.append(r)
            else:
                rows.append((o, v))
        for r in dead:
            del self.data[r]
        return rows
    def __getitem__(self, key):
        return self.data[ref(key)]
    def __setitem__(self, key, value):
        self.data[ref(key)] = value
    def __delitem__(self, key):
        del self.data[ref(key)]
    def __len__(self):
        return len(self._live())
    def __contains__(self, key):
        try:
            return ref(key) in self.data
        except TypeError:
            return False
    def __iter__(self):
        for o, _ in self._live():
            yield o
    keys = __iter__
    def values(self):
        for _, v in self._live():
            yield v
    def items(self):
        yield from self._live()
    def get(self, key, default=None):
        return self.data.get(ref(key), default)
    def pop(self, key, *args):
        return self.data.pop(ref(key), *args)
    def setdefault(self, key, default=None):
        return self.data.setdefault(ref(key), default)
    def update(self, dict=None, /, **kw):
        if dict is not None:
            for k, v in dict.items():
                self[k] = v
    def keyrefs(self):
        self._live()
        return list(self.data)
    def copy(self):
        new = WeakKeyDictionary()
        for o, v in self._live():
            new[o] = v
        return new
    __copy__ = copy
    def __repr__(self):
        return f'<{type(self).__name__} at {id(self):#x}>'

class WeakSet(_Set):
    def __init__(self, data=None):
        self.data = {}
        if data is not None:
            self.update(data)
    def _live(self):
        live = [(r, _open(r._box, _gone)) for r in self.data]
        for r, o in live:
            if o is _gone:
                del self.data[r]
        return [o for _, o in live if o is not _gone]
    def __iter__(self):
        if len(self.data) > 1:
            _refuse('the order of a WeakSet, which is that of addresses')
        yield from self._live()
    def __len__(self):
        return len(self._live())
    def __contains__(self, item):
        try:
            return ref(item) in self.data
        except TypeError:
            return False
    def add(self, item):
        self.data[ref(item)] = None
    def discard(self, item):
        self.data.pop(ref(item), None)
    def remove(self, item):
        del self.data[ref(item)]
    def clear(self):
        self.data.clear()
    def update(self, other):
        for o in other:
            self.add(o)
    def copy(self):
        return WeakSet(self._live())
    def __repr__(self):
        return repr(set(self.data))

class finalize:
    """Runs when the program ends, if its object lives until then."""
    _all = []
    def __init__(self, obj, func, /, *args, **kwargs):
        if not finalize._all:
            import atexit
            atexit.register(finalize._at_exit)
        self._row = (ref(obj), func, args, kwargs)
        self.atexit = True
        finalize._all.append(self)
    def _take(self):
        row, self._row = self._row, None
        if row is not None and _open(row[0]._box, _gone) is _gone:
            _refuse('weakref.finalize of an object that goes before the program ends: when it runs depends on counts of references')
        return row
    def __call__(self, _=None):
        row = self._take()
        if row is not None:
            return row[1](*row[2], **row[3])
    def detach(self):
        row = self._take()
        if row is not None:
            return (row[0](), row[1], row[2], row[3])
    def peek(self):
        row = self._row
        if row is not None:
            return (row[0](), row[1], row[2], row[3])
    @property
    def alive(self):
        if self._row is not None and _open(self._row[0]._box, _gone) is _gone:
            self._take()
        return self._row is not None
    @classmethod
    def _at_exit(cls):
        for f in reversed(cls._all):
            if f.atexit:
                f()
