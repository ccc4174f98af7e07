"""contextvars: variables with a value by context. Tasks of asyncio share one context here."""
_MISSING = object()

class _Missing:
    def __repr__(self):
        return '<Token.MISSING>'

class Token:
    MISSING = _Missing()
    def __init__(self, var, old):
        self._var, self._old, self._used = var, old, False
    @property
    def var(self):
        return self._var
    @property
    def old_value(self):
        return Token.MISSING if self._old is _MISSING else self._old

class Context:
    def __init__(self):
        self._values = {}
    def run(self, func, *args, **kwargs):
        if self in _entered:
            raise RuntimeError(f'cannot enter context: {self!r} is already entered')
        _entered.append(self)
        try:
            return func(*args, **kwargs)
        finally:
            _entered.pop()
    def copy(self):
        c = Context()
        c._values = dict(self._values)
        return c
    def __getitem__(self, var):
        return self._values[var]
    def __contains__(self, var):
        return var in self._values
    def __iter__(self):
        return iter(self._values)
    def __len__(self):
        return len(self._values)
    def get(self, var, default=None, /):
        return self._values.get(var, default)
    def keys(self):
        return self._values.keys()
    def values(self):
        return self._values.values()
    def items(self):
        return self._values.items()

_entered = [Context()]

class ContextVar:
    def __init__(self, name, /, *, default=_MISSING):
        if not isinstance(name, str):
            raise TypeError('context variable name must be a str')
        self._name, self._default = name, default
    @property
    def name(self):
        return self._name
    def __class_getitem__(cls, item):
        return cls
    def get(self, *default):
        if len(default) > 1:
            raise TypeError(f'get expected at most 1 argument, got {len(default)}')
        values = _entered[-1]._values
        if self in values:
            return values[self]
        if default:
            return default[0]
        if self._default is _MISSING:
            raise LookupError(self)
        return self._default
    def set(self, value, /):
        values = _entered[-1]._values
        token = Token(self, values.get(self, _MISSING))
        values[self] = value
        return token
    def reset(self, token, /):
        if token._used:
            raise RuntimeError(f'{token!r} has already been used once')
        if token._var is not self:
            raise ValueError(f'{token!r} was created by a different ContextVar')
        values = _entered[-1]._values
        token._used = True
        if token._old is _MISSING:
            del values[self]
        else:
            values[self] = token._old
    def __repr__(self):
        default = '' if self._default is _MISSING else f' default={self._default!r}'
        return f"<ContextVar name={self._name!r}{default} at {id(self):#x}>"

for _type in (Token, Context, ContextVar):
    _type.__module__ = '_contextvars'

def copy_context():
    return _entered[-1].copy()
