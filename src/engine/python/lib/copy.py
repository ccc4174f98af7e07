"""copy: shallow and deep copies, by type and by an object's state."""
class Error(Exception):
    pass
error = Error

_ATOMIC = (type(None), int, float, bool, complex, str, bytes, type, type(Ellipsis), type(NotImplemented), range, slice, property,
           type(lambda: 0), type(len), staticmethod, classmethod)

def _slots(cls):
    for c in cls.__mro__:
        names = c.__dict__.get('__slots__', ())
        for n in ((names,) if isinstance(names, str) else names):
            yield n

def _own_state(x):
    """`__getstate__` of a class that is not object, whose own is what this module makes of it."""
    return getattr(x, '__getstate__') if any('__getstate__' in c.__dict__ for c in type(x).__mro__ if c is not object) or '__getstate__' in getattr(x, '__dict__', ()) else None

def _reduced(x):
    """What a class of Python says itself of how it is copied, in five parts; None where it says nothing."""
    for c in type(x).__mro__:
        if c.__module__ == 'builtins':
            continue
        for name in ('__reduce_ex__', '__reduce__'):
            if name in c.__dict__:
                r = x.__reduce_ex__(4) if name == '__reduce_ex__' else x.__reduce__()
                return r if isinstance(r, str) else tuple(r) + (None,) * (5 - len(r))
    return None

def _remade(x, r, state, keep=None):
    func, args, st, items, pairs = r[:5]
    y = func(*[state(a) for a in args])
    if keep is not None:
        keep(y)
    if st is not None:
        st = state(st)
        if hasattr(y, '__setstate__'):
            y.__setstate__(st)
        else:
            slots = None
            if isinstance(st, tuple) and len(st) == 2:
                st, slots = st
            if st is not None:
                y.__dict__.update(st)
            for k, v in (slots or {}).items():
                setattr(y, k, v)
    for v in items or ():
        y.append(state(v))
    for k, v in pairs or ():
        y[state(k)] = state(v)
    return y

def _rebuild(x, state):
    cls = type(x)
    if isinstance(x, BaseException):
        y = cls.__new__(cls, *x.args)
    else:
        y = cls.__new__(cls)
    if isinstance(x, (int, float, str, tuple)) and type(y) is cls and cls not in (int, float, str, tuple):
        for base in (int, float, str, tuple):
            if isinstance(x, base):
                y = base.__new__(cls, base(x))
    set_state = getattr(y, '__setstate__', None)
    get_state = _own_state(x)
    if get_state is not None:
        st = state(get_state())
    else:
        st = state(dict(x.__dict__)) if hasattr(x, '__dict__') else {}
    if set_state is not None:
        set_state(st)
    else:
        if isinstance(st, tuple):
            st = {**(st[0] or {}), **(st[1] or {})}
        if hasattr(y, '__dict__'):
            y.__dict__.update(st)
    for n in _slots(cls):
        if hasattr(x, n) and n not in ('__dict__', '__weakref__'):
            object.__setattr__(y, n, state(getattr(x, n)))
    return y

def copy(x):
    cls = type(x)
    if cls in _ATOMIC or cls is tuple or cls is frozenset or issubclass(cls, type):
        return x
    if cls in (list, dict, set):
        return x.copy()
    method = getattr(cls, '__copy__', None)
    if method is not None:
        return method(x)
    if hasattr(cls, 'untyped_storage'):
        from torch.serialization import _shallow
        return _shallow(x)
    r = _reduced(x)
    if r is not None:
        return x if isinstance(r, str) else _remade(x, r, lambda s: s)
    y = _rebuild(x, lambda s: s)
    if isinstance(x, list):
        y.extend(x)
    elif isinstance(x, dict):
        for k, v in x.items():
            dict.__setitem__(y, k, v)
    elif isinstance(x, set):
        y.update(x)
    return y

def deepcopy(x, memo=None, _nil=[]):
    if memo is None:
        memo = {}
    cls = type(x)
    if cls in _ATOMIC or issubclass(cls, type):
        return x
    d = id(x)
    y = memo.get(d, _nil)
    if y is not _nil:
        return y
    if cls is list:
        y = memo[d] = []
        for v in x:
            y.append(deepcopy(v, memo))
    elif cls is tuple:
        items = [deepcopy(v, memo) for v in x]
        y = memo.get(d, _nil)
        if y is _nil:
            y = x if all(a is b for a, b in zip(items, x)) else tuple(items)
    elif cls is dict:
        y = memo[d] = {}
        for k, v in x.items():
            y[deepcopy(k, memo)] = deepcopy(v, memo)
    elif cls in (set, frozenset):
        y = cls([deepcopy(v, memo) for v in x])
    else:
        method = getattr(x, '__deepcopy__', None)
        if method is not None:
            y = method(memo)
        elif hasattr(x, '__func__') and hasattr(x, '__self__'):
            y = type(x)(x.__func__, deepcopy(x.__self__, memo))
        elif isinstance(x, tuple):
            items = tuple(deepcopy(v, memo) for v in x)
            y = tuple.__new__(cls, items)
        else:
            r = _reduced(x)
            if r is None:
                y = _rebuild_deep(x, memo, d)
            elif isinstance(r, str):
                y = x
            else:
                def keep(made):
                    memo[d] = made
                y = _remade(x, r, lambda s: deepcopy(s, memo), keep)
    if y is not x:
        memo[d] = y
    return y

def _rebuild_deep(x, memo, d):
    cls = type(x)
    y = None
    def state(s):
        return deepcopy(s, memo)
    if isinstance(x, BaseException):
        y = cls.__new__(cls, *x.args)
    elif isinstance(x, (int, float, str)):
        for base in (int, float, str):
            if isinstance(x, base):
                y = base.__new__(cls, base(x))
                break
    else:
        y = cls.__new__(cls)
    memo[d] = y
    get_state = _own_state(x)
    st = get_state() if get_state is not None else (dict(x.__dict__) if hasattr(x, '__dict__') else {})
    st = state(st)
    set_state = getattr(y, '__setstate__', None)
    if set_state is not None:
        set_state(st)
    elif hasattr(y, '__dict__'):
        y.__dict__.update(st)
    for n in _slots(cls):
        if n not in ('__dict__', '__weakref__') and hasattr(x, n):
            object.__setattr__(y, n, state(getattr(x, n)))
    if isinstance(x, list):
        for v in x:
            y.append(state(v))
    elif isinstance(x, dict):
        for k, v in x.items():
            y[state(k)] = state(v)
    elif isinstance(x, set):
        for v in x:
            y.add(state(v))
    return y
