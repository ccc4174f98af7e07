"""typing: forms that can be subscripted, subclassed and printed; nothing is checked."""
from _atlas import caller as _caller, unmodelled as _unmodelled
import collections as _collections
import sys as _sys

_UnionType = type(int | str)
TYPE_CHECKING = False

def _text(t):
    if t is ...:
        return '...'
    if isinstance(t, list):
        return '[' + ', '.join(_text(x) for x in t) + ']'
    if t is None:
        return 'None'
    if isinstance(t, type):
        return t.__qualname__ if t.__module__ == 'builtins' else f'{t.__module__}.{t.__qualname__}'
    return repr(t)

class ForwardRef:
    def __init__(self, arg, is_argument=True, module=None, *, is_class=False):
        if not isinstance(arg, str):
            raise TypeError(f'Forward reference must be a string -- got {arg!r}')
        self.__forward_arg__ = arg
        self.__forward_module__ = module
    def __repr__(self):
        return f'ForwardRef({self.__forward_arg__!r})'
    def __eq__(self, other):
        return isinstance(other, ForwardRef) and self.__forward_arg__ == other.__forward_arg__
    def __hash__(self):
        return hash(self.__forward_arg__)
    def __or__(self, other):
        return Union[self, other]
    def __ror__(self, other):
        return Union[other, self]

def _arg(a):
    if isinstance(a, str):
        return ForwardRef(a)
    return [_arg(x) for x in a] if isinstance(a, list) else a

def _count(what, params, wanted):
    if len(params) != wanted:
        raise TypeError(f"Too {'many' if len(params) > wanted else 'few'} arguments for {what}; actual {len(params)}, expected {wanted}")

_COUNTS = {'List': 1, 'Set': 1, 'FrozenSet': 1, 'Dict': 2, 'Type': 1, 'Deque': 1, 'DefaultDict': 2, 'OrderedDict': 2, 'Counter': 1, 'ChainMap': 2,
           'Iterable': 1, 'Iterator': 1, 'Sequence': 1, 'MutableSequence': 1, 'Mapping': 2, 'MutableMapping': 2, 'AbstractSet': 1, 'MutableSet': 1,
           'Collection': 1, 'Container': 1, 'Reversible': 1, 'Awaitable': 1, 'AsyncIterator': 1, 'AsyncIterable': 1, 'KeysView': 1, 'ValuesView': 1,
           'ItemsView': 2, 'ContextManager': 1, 'Generator': 3, 'Coroutine': 3, 'Pattern': 1, 'Match': 1}

class _Form:
    def __init__(self, name, origin=None):
        self._name = name
        self.__origin__ = origin
    def __repr__(self):
        return f'typing.{self._name}'
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        if self._name == 'Annotated':
            if len(params) < 2:
                raise TypeError('Annotated[...] should be used with at least two arguments (a type and an annotation).')
            return _Annotated(_arg(params[0]), params[1:])
        if self._name == 'Literal':
            return _Alias(self, params, 'Literal')
        params = tuple(_arg(p) for p in params)
        if self._name == 'Optional':
            if len(params) != 1:
                raise TypeError(f'typing.Optional requires a single type. Got {params!r}.')
            return Union[params[0], None]
        if self._name == 'Union':
            if not params:
                raise TypeError('Cannot take a Union of no types.')
            return _union(params)
        if self._name in _COUNTS:
            _count(self, params, _COUNTS[self._name])
        return _Alias(self, params, self._name)
    def __mro_entries__(self, bases):
        if self.__origin__ is None:
            raise TypeError(f'Cannot subclass {self!r}')
        return (self.__origin__,)
    def __call__(self, *args, **kwds):
        if self.__origin__ is None:
            raise TypeError(f'Cannot instantiate {self!r}')
        return self.__origin__(*args, **kwds)
    def __or__(self, other):
        return Union[self, other]
    def __ror__(self, other):
        return Union[other, self]
    def __instancecheck__(self, obj):
        if self.__origin__ is None:
            raise TypeError(f'{self!r} cannot be used with isinstance()')
        return isinstance(obj, self.__origin__)
    def __subclasscheck__(self, cls):
        return issubclass(cls, self.__origin__)

def _parameters(a):
    if isinstance(a, TypeVar):
        return (a,)
    if isinstance(a, list):
        return tuple(p for x in a for p in _parameters(x))
    return () if isinstance(a, type) else getattr(a, '__parameters__', ())

def _filled(a, given):
    if isinstance(a, TypeVar):
        return given.get(a, a)
    if isinstance(a, list):
        return [_filled(x, given) for x in a]
    inner = _parameters(a)
    return a[tuple(given[p] for p in inner)] if inner else a

class _Alias:
    def __init__(self, form, args, name):
        self._form = form
        self._name = name
        self.__args__ = tuple(type(None) if a is None and name != 'Literal' else a for a in args)
        self.__origin__ = form.__origin__ if isinstance(form, _Form) and form.__origin__ is not None else form
        self.__parameters__ = tuple(dict.fromkeys(p for a in self.__args__ for p in _parameters(a)))
    def __repr__(self):
        if self._name == 'Union':
            rest = [a for a in self.__args__ if a is not type(None)]
            if len(rest) == 1 and len(self.__args__) == 2:
                return f'typing.Optional[{_text(rest[0])}]'
        if self._name == 'Literal':
            return 'typing.Literal[' + ', '.join(repr(a) for a in self.__args__) + ']'
        if self._name == 'Callable' and len(self.__args__) == 2:
            return f'typing.Callable[{_text(self.__args__[0])}, {_text(self.__args__[1])}]'
        head = f'typing.{self._name}' if isinstance(self._form, _Form) else _text(self._form)
        return head + '[' + (', '.join(_text(a) for a in self.__args__) or '()') + ']'
    def __getitem__(self, params):
        if not isinstance(params, tuple):
            params = (params,)
        wanted = self.__parameters__
        if any(isinstance(w, (ParamSpec, TypeVarTuple)) for w in wanted):
            return self
        if not wanted:
            raise TypeError(f'{self!r} is not a generic class')
        params = tuple(_arg(p) for p in params)
        _count(repr(self), params, len(wanted))
        given = dict(zip(wanted, params))
        args = [_filled(a, given) for a in self.__args__]
        return _union(args) if self._name == 'Union' else _Alias(self._form, args, self._name)
    def __mro_entries__(self, bases):
        if isinstance(self._form, _Form):
            return self._form.__mro_entries__(bases)
        return (self._form,)
    def __call__(self, *args, **kwds):
        if isinstance(self._form, _Form) and isinstance(self.__origin__, type) and self.__origin__.__module__ == 'builtins':
            raise TypeError(f'Type {self._name} cannot be instantiated; use {self.__origin__.__name__}() instead')
        return self.__origin__(*args, **kwds)
    def __getattr__(self, name):
        if name.startswith('__') and name.endswith('__'):
            raise AttributeError(name)
        return getattr(self.__dict__['__origin__'], name)
    def __eq__(self, other):
        if self._name == 'Union':
            return _is_union(other) and set(self.__args__) == set(other.__args__)
        if self._name == 'Literal':
            return isinstance(other, _Alias) and other._name == 'Literal' and _typed(self) == _typed(other)
        return isinstance(other, _Alias) and self._form is other._form and self.__args__ == other.__args__
    def __hash__(self):
        return 0 if self._name == 'Union' else hash((self._name, len(self.__args__)))
    def __or__(self, other):
        return Union[self, other]
    def __ror__(self, other):
        return Union[other, self]
    def __instancecheck__(self, obj):
        if self._name == 'Union':
            return isinstance(obj, self.__args__)
        raise TypeError('Subscripted generics cannot be used with class and instance checks')

def _typed(literal):
    return {(a, type(a)) for a in literal.__args__}

def _is_union(p):
    return isinstance(p, _UnionType) or isinstance(p, _Alias) and p._name == 'Union'

def _union(params):
    flat = []
    for p in params:
        if p is None:
            p = type(None)
        for q in (p.__args__ if _is_union(p) else (p,)):
            if q not in flat:
                flat.append(q)
    return flat[0] if len(flat) == 1 else _Alias(Union, flat, 'Union')

class _Annotated:
    def __init__(self, origin, metadata):
        if isinstance(origin, _Annotated):
            origin, metadata = origin.__origin__, origin.__metadata__ + metadata
        self.__origin__ = origin
        self.__metadata__ = metadata
        self.__args__ = (origin,)
    def __repr__(self):
        return 'typing.Annotated[' + ', '.join([_text(self.__origin__), *map(repr, self.__metadata__)]) + ']'
    def __eq__(self, other):
        return isinstance(other, _Annotated) and self.__origin__ == other.__origin__ and self.__metadata__ == other.__metadata__
    def __hash__(self):
        return hash((self.__origin__, self.__metadata__))
    def __or__(self, other):
        return Union[self, other]
    def __ror__(self, other):
        return Union[other, self]
    def __mro_entries__(self, bases):
        return (self.__origin__,)
    def __call__(self, *args, **kwds):
        return self.__origin__(*args, **kwds)

def _forms(**rows):
    for name, origin in rows.items():
        globals()[name] = _Form(name, origin)

for _n in ('Optional', 'Union', 'Literal', 'Final', 'ClassVar', 'Annotated', 'NoReturn', 'Never', 'Self', 'Concatenate', 'TypeGuard',
           'Required', 'NotRequired', 'Unpack', 'TypeAlias', 'LiteralString'):
    globals()[_n] = _Form(_n)
_forms(List=list, Dict=dict, Set=set, FrozenSet=frozenset, Tuple=tuple, Type=type, Deque=_collections.deque, DefaultDict=_collections.defaultdict,
       OrderedDict=_collections.OrderedDict, Counter=_collections.Counter)

__all__ = ('Annotated Any Callable ClassVar Concatenate Final ForwardRef Generic Literal Optional ParamSpec Protocol Tuple Type TypeVar '
           'TypeVarTuple Union AbstractSet Container ContextManager Hashable ItemsView Iterable Iterator KeysView Mapping MutableMapping '
           'MutableSequence MutableSet Sequence Sized ValuesView Awaitable AsyncIterator AsyncIterable Coroutine Collection Reversible '
           'ChainMap Counter Deque Dict DefaultDict List OrderedDict Set FrozenSet NamedTuple TypedDict Generator BinaryIO IO Match '
           'Pattern TextIO SupportsAbs SupportsBytes SupportsComplex SupportsFloat SupportsIndex SupportsInt SupportsRound AnyStr '
           'assert_type assert_never cast clear_overloads dataclass_transform final get_args get_origin get_overloads get_type_hints '
           'is_typeddict LiteralString Never NewType no_type_check no_type_check_decorator NoReturn NotRequired overload ParamSpecArgs '
           'ParamSpecKwargs Required reveal_type runtime_checkable Self Text TYPE_CHECKING TypeAlias TypeGuard Unpack').split()

# Forms of collections.abc, whose classes take longer to make than all of this file: made when they are first named.
_ABSTRACT = ('Callable Iterable Iterator Generator Sequence MutableSequence Mapping MutableMapping MutableSet Collection Container Hashable '
             'Sized Reversible Awaitable Coroutine AsyncIterator AsyncIterable KeysView ValuesView ItemsView').split()

def __getattr__(name):
    if name == 'ChainMap':
        origin = _collections.ChainMap
    elif name == 'ContextManager':
        from contextlib import AbstractContextManager as origin
    elif name in ('Match', 'Pattern'):
        import re
        origin = getattr(re, name)
    elif name in _ABSTRACT or name == 'AbstractSet':
        import collections.abc
        origin = getattr(collections.abc, name.replace('AbstractSet', 'Set'))
    elif name in ('AsyncContextManager', 'AsyncGenerator', 'ByteString', 'MappingView'):
        return _unmodelled('typing', name)
    else:
        raise AttributeError(f"module 'typing' has no attribute {name!r}")
    globals()[name] = form = _Form(name, origin)
    return form

class _AnyMeta(type):
    def __instancecheck__(self, obj):
        raise TypeError('typing.Any cannot be used with isinstance()')
    def __repr__(self):
        return 'typing.Any'
    def __call__(cls, *args, **kwargs):
        if cls is Any:
            raise TypeError('Any cannot be instantiated')
        return super().__call__(*args, **kwargs)
class Any(metaclass=_AnyMeta):
    pass

class TypeVar:
    def __init__(self, name, *constraints, bound=None, covariant=False, contravariant=False):
        self.__name__ = name
        self.__constraints__ = constraints
        self.__bound__ = bound
        self._sign = '+' if covariant else '-' if contravariant else '~'
    def __repr__(self):
        return self._sign + self.__name__
    def __or__(self, other):
        return Union[self, other]
    def __ror__(self, other):
        return Union[other, self]

class ParamSpecArgs:
    def __init__(self, origin):
        self.__origin__ = origin
    def __repr__(self):
        return f'{self.__origin__.__name__}.args'
class ParamSpecKwargs(ParamSpecArgs):
    def __repr__(self):
        return f'{self.__origin__.__name__}.kwargs'

class ParamSpec(TypeVar):
    @property
    def args(self):
        return ParamSpecArgs(self)
    @property
    def kwargs(self):
        return ParamSpecKwargs(self)

class TypeVarTuple(TypeVar):
    def __iter__(self):
        yield self

AnyStr = TypeVar('AnyStr', bytes, str)
Text = str
T = TypeVar('T')
T_co = TypeVar('T_co', covariant=True)

_BuiltinAlias = type(list[int])

class Generic:
    def __class_getitem__(cls, params):
        if not isinstance(params, tuple):
            params = (params,)
        wanted = cls.__dict__.get('__parameters__', ())
        if cls is not Generic and cls.__name__ != 'Protocol' and len(params) != len(wanted) and not any(isinstance(w, (ParamSpec, TypeVarTuple)) for w in wanted):
            if not wanted:
                raise TypeError(f'{cls} is not a generic class')
            _count(cls, params, len(wanted))
        return _Alias(cls, tuple(_arg(p) for p in params), cls.__name__)
    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        found, said = [], None
        for base in cls.__dict__.get('__orig_bases__', ()):
            own = getattr(base, '__parameters__', ()) if isinstance(base, (_Alias, _BuiltinAlias)) else ()
            if isinstance(base, _Alias) and getattr(base.__origin__, '__name__', '') in ('Generic', 'Protocol'):
                said = own
            found += [p for p in own if p not in found]
        cls.__parameters__ = tuple(found) if said is None else said

from abc import ABCMeta as _ABCMeta

class _ProtocolMeta(_ABCMeta):
    def __call__(cls, *args, **kwds):
        if cls.__dict__.get('_is_protocol', False) and cls.__init__ is object.__init__:
            raise TypeError('Protocols cannot be instantiated')
        return super().__call__(*args, **kwds)
    def __instancecheck__(cls, instance):
        if cls.__dict__.get('_is_protocol', False):
            if not cls.__dict__.get('_is_runtime', False):
                raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
            return all(hasattr(instance, n) for n in cls._members)
        return super().__instancecheck__(instance)
    def __subclasscheck__(cls, other):
        if cls.__dict__.get('_is_protocol', False):
            if not isinstance(other, type):
                raise TypeError('issubclass() arg 1 must be a class')
            if not cls.__dict__.get('_is_runtime', False):
                raise TypeError('Instance and class checks can only be used with @runtime_checkable protocols')
            if any(n in c.__dict__.get('__annotations__', {}) for c in cls.__mro__ for n in cls._members):
                raise TypeError("Protocols with non-method members don't support issubclass()")
            return all(any(n in c.__dict__ and c.__dict__[n] is not None for c in other.__mro__) for n in cls._members)
        return super().__subclasscheck__(other)

class Protocol(Generic, metaclass=_ProtocolMeta):
    _is_protocol = True
    _members = ()
    def __init_subclass__(cls, *args, **kwargs):
        super().__init_subclass__(*args, **kwargs)
        cls._is_protocol = any(b is Protocol for b in cls.__bases__)
        cls._members = tuple(n for n in list(cls.__dict__) + list(cls.__dict__.get('__annotations__', {}))
                             if n not in ('__module__', '__doc__', '__dict__', '_is_protocol', '_members', '__annotations__', '__abstractmethods__',
                                          '_abc_registry', '__orig_bases__', '__init__', '__hash__', '__parameters__'))

def runtime_checkable(cls):
    cls._is_runtime = True
    return cls

class _Supports(_Form):
    def __init__(self, name, method):
        super().__init__(name)
        self._method = method
    def __repr__(self):
        return f"<class 'typing.{self._name}'>"
    def __instancecheck__(self, obj):
        return hasattr(type(obj), self._method)
    def __subclasscheck__(self, cls):
        return hasattr(cls, self._method)

for _n in ('Int', 'Float', 'Complex', 'Bytes', 'Index', 'Abs', 'Round'):
    globals()[f'Supports{_n}'] = _Supports(f'Supports{_n}', f'__{_n.lower()}__')

class _NamedTupleMeta(type):
    def __new__(cls, typename, bases, ns):
        types = ns.get('__annotations__', {})
        defaults = []
        for n in types:
            if n in ns:
                defaults.append(ns[n])
            elif defaults:
                raise TypeError(f'Non-default namedtuple field {n} cannot follow default field{"s" if len(defaults) > 1 else ""} ' + ', '.join(x for x in types if x in ns))
        made = _collections.namedtuple(typename, list(types), defaults=defaults, module=ns.get('__module__'))
        made.__annotations__ = dict(types)
        for k, v in ns.items():
            if k not in ('__module__', '__qualname__', '__annotations__', '__doc__') and k not in types and k != '__orig_bases__':
                setattr(made, k, v)
        made.__qualname__ = ns.get('__qualname__', typename)
        return made

_NamedTuple = type.__new__(_NamedTupleMeta, 'NamedTuple', (), {})
class _NamedTupleForm:
    def __call__(self, typename, fields=None, /, **kwargs):
        rows = list(kwargs.items()) if fields is None else list(fields)
        made = _collections.namedtuple(typename, [n for n, _ in rows])
        made.__annotations__ = dict(rows)
        return made
    def __mro_entries__(self, bases):
        return (_NamedTuple,)
NamedTuple = _NamedTupleForm()

class _TypedDictMeta(type):
    def __new__(cls, name, bases, ns, total=True):
        made = type.__new__(cls, name, (dict,), ns)
        annotations, required = {}, {}
        for b in bases:
            annotations.update(getattr(b, '__annotations__', {}))
            required.update(dict.fromkeys(getattr(b, '__required_keys__', ()), True) | dict.fromkeys(getattr(b, '__optional_keys__', ()), False))
        for k, v in ns.get('__annotations__', {}).items():
            annotations[k] = v
            bare = v.__origin__ if isinstance(v, _Annotated) else v
            said = bare._name if isinstance(bare, _Alias) else ''
            required[k] = said == 'Required' or (total and said != 'NotRequired')
        made.__annotations__ = annotations
        made.__total__ = total
        made.__required_keys__ = frozenset(k for k, v in required.items() if v)
        made.__optional_keys__ = frozenset(k for k, v in required.items() if not v)
        return made
    def __call__(cls, *args, **kwargs):
        return dict(*args, **kwargs)
_TypedDict = type.__new__(_TypedDictMeta, 'TypedDict', (dict,), {})
class _TypedDictForm:
    def __call__(self, name, fields=None, /, *, total=True, **kwargs):
        return _TypedDictMeta(name, (), {'__annotations__': dict(fields or kwargs)}, total)
    def __mro_entries__(self, bases):
        return (_TypedDict,)
TypedDict = _TypedDictForm()

class NewType:
    def __init__(self, name, tp):
        self.__name__ = self.__qualname__ = name
        self.__supertype__ = tp
        self.__module__ = _caller(1)[2]
    def __call__(self, x):
        return x
    def __repr__(self):
        return f'{self.__module__}.{self.__qualname__}'
    def __or__(self, other):
        return Union[self, other]
    def __ror__(self, other):
        return Union[other, self]

def cast(typ, val):
    return val
def overload(func):
    return func
def final(f):
    try:
        f.__final__ = True
    except (AttributeError, TypeError):
        pass
    return f
def override(f):
    return f
def no_type_check(f):
    return f
def assert_never(arg):
    raise AssertionError(f'Expected code to be unreachable, but got: {arg!r}')
def assert_type(val, typ):
    return val
def reveal_type(obj):
    return obj
def get_origin(tp):
    return Annotated if isinstance(tp, _Annotated) else getattr(tp, '__origin__', None)
def get_args(tp):
    return (tp.__origin__,) + tp.__metadata__ if isinstance(tp, _Annotated) else getattr(tp, '__args__', ())
def is_typeddict(tp):
    return isinstance(tp, _TypedDictMeta)
def no_type_check_decorator(decorator):
    return decorator
def get_overloads(func):
    return []
def clear_overloads():
    pass
def dataclass_transform(**kwargs):
    return lambda f: f
def _resolved(v, scope, local):
    # What a text names, also inside other forms.
    if isinstance(v, (str, ForwardRef)):
        v = eval(v if isinstance(v, str) else v.__forward_arg__, scope, local)
        return _resolved(v, scope, local) if isinstance(v, (str, ForwardRef)) else v
    if isinstance(v, _Alias) and v._name != 'Literal':
        args = [[_resolved(x, scope, local) for x in a] if isinstance(a, list) else _resolved(a, scope, local) for a in v.__args__]
        if args != list(v.__args__):
            return _union(args) if v._name == 'Union' else _Alias(v._form, args, v._name)
    return v
def get_type_hints(obj, globalns=None, localns=None, include_extras=False):
    hints = {}
    for c in (reversed(obj.__mro__) if isinstance(obj, type) else (obj,)):
        own = c.__dict__.get('__annotations__', {}) if isinstance(c, type) else getattr(c, '__annotations__', {})
        for k, v in own.items():
            if globalns is not None:
                scope = globalns
            elif isinstance(c, type):
                scope = vars(_sys.modules[c.__module__]) if c.__module__ in _sys.modules else {}
            else:
                scope = getattr(getattr(c, '__wrapped__', c), '__globals__', None) or globals()
            v = _resolved(v, scope, localns if localns is not None or not isinstance(c, type) else dict(vars(c)))
            while not include_extras and (isinstance(v, _Annotated) or isinstance(v, _Alias) and v._name in ('Required', 'NotRequired')):
                v = v.__origin__ if isinstance(v, _Annotated) else v.__args__[0]
            hints[k] = type(None) if v is None else v
    return hints

class IO(Generic[AnyStr]):
    pass
class TextIO(IO[str]):
    pass
class BinaryIO(IO[bytes]):
    pass
