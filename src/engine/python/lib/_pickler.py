"""The bytes of pickle, protocols 4 and 5, both ways. After CPython 3.11's pickle.py and _pickle.c in our own words.

What is written by value of its state alone: plain values, containers, classes and functions by name, and objects of the
program's classes as `object.__reduce_ex__` or a method of theirs has it. What else there is (tensors, objects of the
library) has bytes that are not modelled: `Unknown`. Strings that are equal count as one object, which CPython holds of texts
in the program and of names, not of every text that is computed.
"""
import struct as _struct
import sys as _sys
import types as _types
from _os import refuse as _refuse

class PickleError(Exception):
    pass
class PicklingError(PickleError):
    pass
class UnpicklingError(PickleError):
    pass
for _kind in (PickleError, PicklingError, UnpicklingError):
    _kind.__module__ = '_pickle'

class Unknown(Exception):
    """An object whose bytes are not modelled."""

_FRAME = 64 * 1024
_BATCH = 1000
_PLAIN = (object, int, float, complex, str, bytes, bytearray, list, tuple, dict, set, frozenset, BaseException)

def _reducer(cls):
    """The class's own way of being written, if it has one in Python; and whether its state is the program's to know."""
    for k in cls.__mro__:
        if k is object or k.__module__ == 'builtins':
            continue
        for name in ('__reduce_ex__', '__reduce__'):
            if name in k.__dict__:
                return name
    return None
def _known(cls):
    """All classes are the program's or plain ones."""
    return all(k.__module__ not in _sys.modules or k.__module__ in ('__main__', 'builtins') or k.__module__ in ('typing', 'abc', 'enum') for k in cls.__mro__)

def _slots(cls):
    names = []
    for k in cls.__mro__:
        own = k.__dict__.get('__slots__', ())
        for n in ((own,) if isinstance(own, str) else own):
            if n not in ('__dict__', '__weakref__'):
                names.append(f"_{k.__name__.lstrip('_')}{n}" if n.startswith('__') and not n.endswith('__') else n)
    return names
def default_state(x):
    own = getattr(x, '__dict__', None) or None
    slots = {n: getattr(x, n) for n in _slots(type(x)) if hasattr(x, n)}
    state = dict(own) if own else None
    return (state, slots) if slots else state

def _new_args(x, cls):
    if any('__getnewargs_ex__' in k.__dict__ for k in cls.__mro__):
        return x.__getnewargs_ex__()
    if any('__getnewargs__' in k.__dict__ and k.__module__ != 'builtins' for k in cls.__mro__):
        return x.__getnewargs__(), {}
    if isinstance(x, tuple) and hasattr(cls, '_fields'):
        return tuple(x), {}
    for base in (int, float, complex, str, bytes, tuple):
        if isinstance(x, base):
            return (base(x),), {}
    return (), {}

def reduced(x, protocol):
    """What `__reduce_ex__` gives, as (callable, args, state, items, pairs), with the marks of what is made by `cls.__new__`."""
    cls = type(x)
    name = _reducer(cls)
    if name is not None:
        r = x.__reduce_ex__(protocol) if name == '__reduce_ex__' else x.__reduce__()
        if isinstance(r, str):
            return r
        if not isinstance(r, tuple):
            raise PicklingError('__reduce__ must return a string or tuple')
        if not 2 <= len(r) <= 6:
            raise PicklingError('tuple returned by __reduce__ must contain 2 through 6 elements')
        if len(r) == 6 and r[5] is not None:
            _refuse('pickle of what gives a function to set its state')
        return tuple(r[:5]) + (None,) * (5 - len(r))
    if isinstance(x, BaseException):
        if not _known(cls):
            raise Unknown(cls)
        return (cls, x.args, dict(x.__dict__) if x.__dict__ else None, None, None)
    if cls is complex:
        return (complex, (x.real, x.imag), None, None, None)
    if cls is range:
        return (range, (x.start, x.stop, x.step), None, None, None)
    if cls is slice:
        return (slice, (x.start, x.stop, x.step), None, None, None)
    if isinstance(x, _types.MethodType):
        return (getattr, (x.__self__, x.__func__.__name__), None, None, None)
    if cls.__name__ == 'method_descriptor':
        return (getattr, (x.__objclass__, x.__name__), None, None, None)
    if cls.__module__ == 'builtins' and cls not in _PLAIN:
        raise Unknown(cls)
    named = (cls.__module__, cls.__qualname__)
    if named == ('collections', 'OrderedDict'):
        return (cls, (), dict(x.__dict__) or None if hasattr(x, '__dict__') else None, None, x.items())
    if named == ('collections', 'defaultdict'):
        return (cls, () if x.default_factory is None else (x.default_factory,), None, None, x.items())
    if named == ('collections', 'Counter'):
        return (cls, (dict(x),), None, None, None)
    if named == ('collections', 'deque'):
        return (cls, () if x.maxlen is None else ((), x.maxlen), None, list(x), None)
    if named[0] == 'types' and named[1] == 'SimpleNamespace':
        return (cls, (), dict(x.__dict__), None, None)
    if not _known(cls):
        raise Unknown(cls)
    if any('__getstate__' in k.__dict__ for k in cls.__mro__ if k is not object):
        state = x.__getstate__()
    else:
        state = default_state(x)
    args, kw = _new_args(x, cls)
    return (_new_ex if kw else _new, (cls, args, kw) if kw else (cls, *args), state, list(x) if isinstance(x, list) else None,
            list(x.items()) if isinstance(x, dict) else None)
def _new():
    pass
def _new_ex():
    pass

_ELLIPSES = ((Ellipsis, 'Ellipsis'), (NotImplemented, 'NotImplemented'))

class Writer:
    def __init__(self, protocol, find_id=None):
        self.protocol = protocol
        self.find_id = find_id
        self.parts, self.frame, self.size = [bytes([0x80, protocol])], [], 0
        self.memo, self.kept = {}, []
    def put(self, *parts):
        for p in parts:
            self.frame.append(p)
            self.size += len(p)
    def close(self):
        if self.size >= 4:
            self.parts.append(b'\x95' + _struct.pack('<Q', self.size))
        self.parts += self.frame
        self.frame, self.size = [], 0
    def large(self, head, data):
        self.close()
        self.parts += [head, data]
    def bytes(self, x):
        self.save(x)
        self.put(b'.')
        self.close()
        return b''.join(self.parts)
    def key(self, x):
        return ('s', x) if type(x) is str else id(x)
    def memoize(self, x):
        self.memo[self.key(x)] = len(self.memo)
        self.kept.append(x)
        self.put(b'\x94')
    def get(self, i):
        self.put(b'h' + bytes([i]) if i < 256 else b'j' + _struct.pack('<I', i))
    def save(self, x):
        self.one(x)
        if self.size >= _FRAME:
            self.close()
    def one(self, x):
        if self.find_id is not None:
            pid = self.find_id(x)
            if pid is not None:
                self.save(pid)
                self.put(b'Q')
                return
        if x is None:
            return self.put(b'N')
        if x is True or x is False:
            return self.put(b'\x88' if x else b'\x89')
        kind = type(x)
        if kind is int:
            return self.put(_int(x))
        if kind is float:
            return self.put(b'G' + _struct.pack('>d', x))
        i = self.memo.get(self.key(x))
        if i is not None:
            return self.get(i)
        if kind is str:
            data = x.encode('utf-8', 'surrogatepass')
            n = len(data)
            if n >= _FRAME:
                self.large(b'X' + _struct.pack('<I', n), data)
            else:
                self.put(b'\x8c' + bytes([n]) if n < 256 else b'X' + _struct.pack('<I', n), data)
            return self.memoize(x)
        if kind is bytes:
            n = len(x)
            if n >= _FRAME:
                self.large(b'B' + _struct.pack('<I', n), x)
            else:
                self.put(b'C' + bytes([n]) if n < 256 else b'B' + _struct.pack('<I', n), x)
            return self.memoize(x)
        if kind is bytearray:
            if self.protocol >= 5:
                if len(x) >= _FRAME:
                    self.large(b'\x96' + _struct.pack('<Q', len(x)), bytes(x))
                else:
                    self.put(b'\x96' + _struct.pack('<Q', len(x)), bytes(x))
                return self.memoize(x)
            return self.made((bytearray, (bytes(x),) if x else (), None, None, None), x)
        if kind is tuple:
            return self.tuple(x)
        if kind is list:
            self.put(b']')
            self.memoize(x)
            return self.appends(x)
        if kind is dict:
            self.put(b'}')
            self.memoize(x)
            return self.pairs(list(x.items()))
        if kind is set:
            self.put(b'\x8f')
            self.memoize(x)
            rows = list(x)
            for at in range(0, len(rows), _BATCH):
                self.put(b'(')
                for v in rows[at:at + _BATCH]:
                    self.save(v)
                self.put(b'\x90')
            return
        if kind is frozenset:
            return self.marked(x, b'\x91')
        for value, name in _ELLIPSES:
            if x is value:
                return self.named(x, 'builtins', name)
            if x is type(value):
                return self.made((type, (value,), None, None, None), x)
        if x is type(None):
            return self.made((type, (None,), None, None, None), x)
        if isinstance(x, type) or isinstance(x, (_types.FunctionType, _types.BuiltinFunctionType)):
            if isinstance(x, _types.BuiltinFunctionType) and hasattr(x, '__self__') and not isinstance(x.__self__, (_types.ModuleType, type(None))):
                return self.made((getattr, (x.__self__, x.__name__), None, None, None), x)
            return self.named(x, 'builtins' if x is type else getattr(x, '__module__', None) or '__main__', x.__qualname__)
        if isinstance(x, (_types.GeneratorType, _types.ModuleType)):
            raise TypeError(f"cannot pickle '{kind.__name__}' object")
        r = reduced(x, self.protocol)
        if isinstance(r, str):
            return self.named(x, getattr(x, '__module__', '__main__'), r)
        self.made(r, x)
    def tuple(self, x):
        if not x:
            return self.put(b')')
        if len(x) <= 3:
            for v in x:
                self.save(v)
            i = self.memo.get(self.key(x))
            if i is not None:
                self.put(b'0' * len(x))
                return self.get(i)
            self.put(bytes([0x84 + len(x)]))
        else:
            return self.marked(x, b't')
        self.memoize(x)
    # Items after a mark. One that holds `x` itself has made it by now: the items are dropped for it.
    def marked(self, x, end):
        self.put(b'(')
        for v in x:
            self.save(v)
        i = self.memo.get(self.key(x))
        if i is not None:
            self.put(b'1')
            return self.get(i)
        self.put(end)
        self.memoize(x)
    def appends(self, rows):
        if len(rows) == 1:
            self.save(rows[0])
            return self.put(b'a')
        for at in range(0, len(rows), _BATCH):
            self.put(b'(')
            for v in rows[at:at + _BATCH]:
                self.save(v)
            self.put(b'e')
    def pairs(self, rows):
        if len(rows) == 1:
            self.save(rows[0][0])
            self.save(rows[0][1])
            return self.put(b's')
        for at in range(0, len(rows), _BATCH):
            self.put(b'(')
            for k, v in rows[at:at + _BATCH]:
                self.save(k)
                self.save(v)
            self.put(b'u')
    def named(self, x, module, name):
        if '<locals>' in name.split('.'):
            raise AttributeError(f"Can't pickle local object {x.__qualname__!r}")
        try:
            found = _sys.modules[module] if module in _sys.modules else __import__(module)
            for part in name.split('.'):
                found = getattr(found, part)
        except (AttributeError, ImportError):
            raise PicklingError(f"Can't pickle {x!r}: attribute lookup {name} on {module} failed") from None
        if found is not x:
            raise PicklingError(f"Can't pickle {x!r}: it's not the same object as {module}.{name}")
        self.save(module)
        self.save(name)
        self.put(b'\x93')
        self.memoize(x)
    def made(self, r, x):
        func, args, state, items, pairs = r
        if not callable(func):
            raise PicklingError('first item of the tuple returned by __reduce__ must be callable')
        if not isinstance(args, tuple):
            raise PicklingError('second item of the tuple returned by __reduce__ must be a tuple')
        if func is _new or getattr(func, '__name__', '') == '__newobj__':
            self.save(args[0])
            self.save(args[1:])
            self.put(b'\x81')
        elif func is _new_ex:
            for v in args:
                self.save(v)
            self.put(b'\x92')
        else:
            self.save(func)
            self.save(args)
            self.put(b'R')
        i = self.memo.get(self.key(x))
        if i is not None:
            self.put(b'0')
            self.get(i)
        else:
            self.memoize(x)
        if items is not None:
            self.appends(list(items))
        if pairs is not None:
            self.pairs(list(pairs))
        if state is not None:
            self.save(state)
            self.put(b'b')

def _int(n):
    if 0 <= n < 256:
        return b'K' + bytes([n])
    if 0 <= n < 65536:
        return b'M' + n.to_bytes(2, 'little')
    if -0x80000000 <= n < 0x80000000:
        return b'J' + n.to_bytes(4, 'little', signed=True)
    # Two's complement with a bit for the sign; a negative one may need no byte for it alone.
    size = (n.bit_length() >> 3) + 1
    data = n.to_bytes(size, 'little', signed=True)
    if n < 0 and size > 1 and data[-1] == 0xff and data[-2] & 0x80:
        data = data[:-1]
    return b'\x8a' + bytes([len(data)]) + data if len(data) < 256 else b'\x8b' + _struct.pack('<i', len(data)) + data

_MARK = object()

class Reader:
    def __init__(self, data, find_class=None, persistent=None):
        self.data, self.at = data, 0
        self.find_class = find_class or find
        self.persistent = persistent
        self.stack, self.memo = [], []
    def take(self, n):
        out = self.data[self.at:self.at + n]
        if len(out) < n:
            raise UnpicklingError('pickle data was truncated')
        self.at += n
        return out
    def number(self, n, signed=False):
        return int.from_bytes(self.take(n), 'little', signed=signed)
    def marked(self):
        i = len(self.stack) - 1
        while self.stack[i] is not _MARK:
            i -= 1
        rows = self.stack[i + 1:]
        del self.stack[i:]
        return rows
    def load(self):
        try:
            return self._load()
        except IndexError:
            raise UnpicklingError('unpickling stack underflow') from None
    def _load(self):
        stack, push = self.stack, self.stack.append
        while True:
            if self.at >= len(self.data):
                raise EOFError('Ran out of input')
            op = self.take(1)
            if op == b'.':
                return stack.pop()
            if op in _SIMPLE:
                push(_SIMPLE[op]())
            elif op in _SIZES:
                width, kind = _SIZES[op]
                data = self.take(self.number(width))
                push(data.decode('utf-8', 'surrogatepass') if kind is str else kind(data) if kind is bytearray else data)
            elif op == b'K':
                push(self.number(1))
            elif op == b'M':
                push(self.number(2))
            elif op == b'J':
                push(self.number(4, True))
            elif op == b'\x8a':
                push(self.number(self.number(1), True))
            elif op == b'\x8b':
                push(self.number(self.number(4), True))
            elif op == b'G':
                push(_struct.unpack('>d', self.take(8))[0])
            elif op == b'\x94':
                self.memo.append(stack[-1])
            elif op == b'h':
                push(self.memo[self.number(1)])
            elif op == b'j':
                push(self.memo[self.number(4)])
            elif op == b'(':
                push(_MARK)
            elif op == b't':
                push(tuple(self.marked()))
            elif op in (b'\x85', b'\x86', b'\x87'):
                n = op[0] - 0x84
                rows = tuple(stack[-n:])
                del stack[-n:]
                push(rows)
            elif op == b'a':
                v = stack.pop()
                stack[-1].append(v)
            elif op == b'e':
                rows = self.marked()
                for v in rows:
                    stack[-1].append(v)
            elif op == b's':
                v, k = stack.pop(), stack.pop()
                stack[-1][k] = v
            elif op == b'u':
                rows = self.marked()
                for i in range(0, len(rows), 2):
                    stack[-1][rows[i]] = rows[i + 1]
            elif op == b'\x90':
                rows = self.marked()
                for v in rows:
                    stack[-1].add(v)
            elif op == b'\x91':
                push(frozenset(self.marked()))
            elif op == b'\x93':
                name, module = stack.pop(), stack.pop()
                push(self.find_class(module, name))
            elif op == b'\x81':
                args, cls = stack.pop(), stack.pop()
                push(cls.__new__(cls, *args))
            elif op == b'\x92':
                kw, args, cls = stack.pop(), stack.pop(), stack.pop()
                push(cls.__new__(cls, *args, **kw))
            elif op == b'R':
                args, func = stack.pop(), stack.pop()
                push(func(*args))
            elif op == b'b':
                state = stack.pop()
                build(stack[-1], state)
            elif op == b'0':
                stack.pop()
            elif op == b'1':
                self.marked()
            elif op == b'Q':
                push(self.persistent(stack.pop()))
            elif op == b'\x80':
                n = self.number(1)
                if n > 5:
                    raise ValueError(f'unsupported pickle protocol: {n}')
                if n < 4:
                    _refuse(f'pickles of protocol {n}')
            elif op == b'\x95':
                self.take(8)
            elif self.at == 1 and op not in _OLDER:
                shown = repr(op)[1:]
                raise UnpicklingError(f"invalid load key, {shown}.")
            else:
                _refuse(f'pickle: the opcode {op!r}')

_SIMPLE = {b'N': lambda: None, b'\x88': lambda: True, b'\x89': lambda: False, b']': list, b'}': dict, b'\x8f': set, b')': tuple}
_SIZES = {b'\x8c': (1, str), b'X': (4, str), b'\x8d': (8, str), b'C': (1, bytes), b'B': (4, bytes), b'\x8e': (8, bytes), b'\x96': (8, bytearray)}
_OLDER = b'FILSTUVcdgilmopqr2P\x82\x83\x84'

def find(module, name):
    found = _sys.modules[module] if module in _sys.modules else __import__(module)
    for part in name.split('.'):
        try:
            found = getattr(found, part)
        except AttributeError:
            raise AttributeError(f"Can't get attribute {name!r} on {found!r}") from None
    return found

def build(x, state):
    setter = getattr(x, '__setstate__', None)
    if setter is not None:
        setter(state)
        return
    slots = None
    if isinstance(state, tuple) and len(state) == 2:
        state, slots = state
    if state:
        own = x.__dict__
        for k, v in state.items():
            own[k] = v
    if slots:
        for k, v in slots.items():
            setattr(x, k, v)
