"""functools, in Python: wrappers, partial, reduce, caches, orderings, single dispatch."""
WRAPPER_ASSIGNMENTS = ('__module__', '__name__', '__qualname__', '__doc__', '__annotations__')
WRAPPER_UPDATES = ('__dict__',)

from _atlas import dotted as _dotted
def update_wrapper(wrapper, wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    for name in assigned:
        try:
            value = getattr(wrapped, name)
        except AttributeError:
            continue
        setattr(wrapper, name, value)
    for name in updated:
        getattr(wrapper, name).update(getattr(wrapped, name, {}))
    wrapper.__wrapped__ = wrapped
    return wrapper

def wraps(wrapped, assigned=WRAPPER_ASSIGNMENTS, updated=WRAPPER_UPDATES):
    def decorate(wrapper):
        return update_wrapper(wrapper, wrapped, assigned, updated)
    return decorate

@_dotted
class partial:
    def __new__(cls, /, *args, **keywords):
        if not args:
            raise TypeError("type 'partial' takes at least one argument")
        func, *args = args
        args = tuple(args)
        if not callable(func):
            raise TypeError('the first argument must be callable')
        if isinstance(func, partial):
            args = func.args + args
            keywords = {**func.keywords, **keywords}
            func = func.func
        self = super().__new__(cls)
        self.func = func
        self.args = args
        self.keywords = keywords
        return self
    def __init__(self, /, *args, **keywords):
        pass
    def __call__(self, /, *args, **keywords):
        return self.func(*self.args, *args, **{**self.keywords, **keywords})
    def __repr__(self):
        parts = [repr(self.func)]
        parts.extend(repr(a) for a in self.args)
        parts.extend(f'{k}={v!r}' for k, v in self.keywords.items())
        return f"functools.partial({', '.join(parts)})"

class partialmethod:
    def __init__(self, func, /, *args, **keywords):
        self.func = func
        self.args = args
        self.keywords = keywords
    def __get__(self, obj, cls=None):
        get = getattr(self.func, '__get__', None)
        f = self.func if get is None else get(obj, cls)
        return partial(f, *self.args, **self.keywords)

class singledispatchmethod:
    def __init__(self, func):
        if not callable(func) and not hasattr(func, '__get__'):
            raise TypeError(f'{func!r} is not callable or a descriptor')
        self.dispatcher = singledispatch(func)
        self.func = func
    def register(self, cls, method=None):
        return self.dispatcher.register(cls, func=method)
    def __get__(self, obj, cls=None):
        def _method(*args, **kwargs):
            return self.dispatcher.dispatch(args[0].__class__).__get__(obj, cls)(*args, **kwargs)
        _method.register = self.register
        update_wrapper(_method, self.func)
        return _method

_missing = object()

def reduce(function, sequence, initial=_missing, /):
    it = iter(sequence)
    if initial is _missing:
        try:
            value = next(it)
        except StopIteration:
            raise TypeError('reduce() of empty iterable with no initial value') from None
    else:
        value = initial
    for x in it:
        value = function(value, x)
    return value

class _CacheInfo(tuple):
    hits = property(lambda self: self[0])
    misses = property(lambda self: self[1])
    maxsize = property(lambda self: self[2])
    currsize = property(lambda self: self[3])
    def __repr__(self):
        return f'CacheInfo(hits={self[0]}, misses={self[1]}, maxsize={self[2]}, currsize={self[3]})'

class _Cached:
    def __init__(self, func, maxsize, typed):
        update_wrapper(self, func)
        self._func = func
        self._maxsize = maxsize
        self._typed = typed
        self._store = {}
        self._hits = 0
        self._misses = 0
    def _key(self, args, kwds):
        key = args[0] if len(args) == 1 and type(args[0]) in (int, str) else args
        if kwds:
            key = (args, tuple(kwds.items()))
        if self._typed:
            key = (key, tuple(type(a) for a in args), tuple(type(v) for v in kwds.values()))
        return key
    def __call__(self, *args, **kwds):
        if self._maxsize == 0:
            self._misses += 1
            return self._func(*args, **kwds)
        key = self._key(args, kwds)
        store = self._store
        value = store.get(key, _missing)
        if value is not _missing:
            self._hits += 1
            if self._maxsize is not None:
                del store[key]
                store[key] = value
            return value
        self._misses += 1
        value = self._func(*args, **kwds)
        store[key] = value
        if self._maxsize is not None and len(store) > self._maxsize:
            del store[next(iter(store))]
        return value
    def __get__(self, obj, cls=None):
        if obj is None:
            return self
        return _BoundCached(self, obj)
    def cache_info(self):
        return _CacheInfo((self._hits, self._misses, self._maxsize, len(self._store)))
    def cache_clear(self):
        self._store.clear()
        self._hits = self._misses = 0
    def cache_parameters(self):
        return {'maxsize': self._maxsize, 'typed': self._typed}
    def __repr__(self):
        return f'<functools._lru_cache_wrapper object at {hex(id(self))}>'

class _BoundCached:
    def __init__(self, cached, obj):
        self._cached = cached
        self._obj = obj
    def __call__(self, *args, **kwds):
        return self._cached(self._obj, *args, **kwds)
    def __getattr__(self, name):
        return getattr(self._cached, name)

def lru_cache(maxsize=128, typed=False):
    if callable(maxsize) and isinstance(typed, bool):
        return _Cached(maxsize, 128, typed)
    if isinstance(maxsize, int):
        maxsize = max(maxsize, 0)
    elif maxsize is not None:
        raise TypeError('Expected first argument to be an integer, a callable, or None')
    def decorate(func):
        return _Cached(func, maxsize, typed)
    return decorate

def cache(user_function, /):
    return _Cached(user_function, None, False)

class cached_property:
    def __init__(self, func):
        self.func = func
        self.attrname = None
        self.__doc__ = func.__doc__
    def __set_name__(self, owner, name):
        if self.attrname is None:
            self.attrname = name
    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        if self.attrname is None:
            raise TypeError('Cannot use cached_property instance without calling __set_name__ on it.')
        store = instance.__dict__
        value = store.get(self.attrname, _missing)
        if value is _missing:
            value = self.func(instance)
            store[self.attrname] = value
        return value

def _from(op, root):
    def method(self, other):
        r = getattr(type(self), root)(self, other)
        if r is NotImplemented:
            return r
        return op(self, other, r)
    return method

_ORDER = {
    '__lt__': [('__gt__', lambda a, b, r: not r and a != b), ('__le__', lambda a, b, r: r or a == b), ('__ge__', lambda a, b, r: not r)],
    '__le__': [('__ge__', lambda a, b, r: not r or a == b), ('__lt__', lambda a, b, r: r and a != b), ('__gt__', lambda a, b, r: not r)],
    '__gt__': [('__lt__', lambda a, b, r: not r and a != b), ('__ge__', lambda a, b, r: r or a == b), ('__le__', lambda a, b, r: not r)],
    '__ge__': [('__le__', lambda a, b, r: not r or a == b), ('__gt__', lambda a, b, r: r and a != b), ('__lt__', lambda a, b, r: not r)],
}

def total_ordering(cls):
    roots = {name for name in _ORDER if getattr(cls, name, None) is not getattr(object, name, None)}
    if not roots:
        raise ValueError('must define at least one ordering operation: < > <= >=')
    root = max(roots)
    for name, op in _ORDER[root]:
        if name not in roots:
            f = _from(op, root)
            f.__name__ = name
            setattr(cls, name, f)
    return cls

def cmp_to_key(mycmp):
    class K:
        __slots__ = ['obj']
        def __init__(self, obj):
            self.obj = obj
        def __lt__(self, other):
            return mycmp(self.obj, other.obj) < 0
        def __gt__(self, other):
            return mycmp(self.obj, other.obj) > 0
        def __eq__(self, other):
            return mycmp(self.obj, other.obj) == 0
        def __le__(self, other):
            return mycmp(self.obj, other.obj) <= 0
        def __ge__(self, other):
            return mycmp(self.obj, other.obj) >= 0
        __hash__ = None
    return K

def singledispatch(func):
    import types
    registry = {object: func}
    def dispatch(cls):
        for base in cls.__mro__:
            if base is object:
                # An abstract class that counts this one in stands before object.
                for abstract in registry:
                    if abstract not in cls.__mro__ and issubclass(cls, abstract):
                        return registry[abstract]
            if base in registry:
                return registry[base]
        return func
    def register(cls, func=None):
        if isinstance(cls, type) or isinstance(cls, types.UnionType):
            if func is None:
                return lambda f: register(cls, f)
        else:
            if func is not None:
                raise TypeError(f'Invalid first argument to \x60register()\x60. {cls!r} is not a class or union type.')
            if not getattr(cls, '__annotations__', {}):
                raise TypeError(f'Invalid first argument to \x60register()\x60: {cls!r}. Use either \x60@register(some_class)\x60 or plain \x60@register\x60 on an annotated function.')
            func = cls
            from typing import get_type_hints
            name, cls = next(iter(get_type_hints(func).items()))
            if not (isinstance(cls, type) or isinstance(cls, types.UnionType)):
                raise TypeError(f'Invalid annotation for {name!r}. {cls!r} is not a class.')
        for c in cls.__args__ if isinstance(cls, types.UnionType) else [cls]:
            registry[c] = func
        return func
    def wrapper(*args, **kw):
        if not args:
            raise TypeError(f'{func.__name__} requires at least 1 positional argument')
        return dispatch(args[0].__class__)(*args, **kw)
    wrapper.register = register
    wrapper.dispatch = dispatch
    wrapper.registry = types.MappingProxyType(registry)
    update_wrapper(wrapper, func)
    return wrapper
