"""dataclasses: the methods are generated as Python text, as CPython's module does, and compiled by the evaluator."""
import types
from _atlas import define as _define

class FrozenInstanceError(AttributeError):
    pass

class _MISSING_TYPE:
    pass
MISSING = _MISSING_TYPE()

class _HAS_DEFAULT_FACTORY_CLASS:
    def __repr__(self):
        return '<factory>'
_HAS_DEFAULT_FACTORY = _HAS_DEFAULT_FACTORY_CLASS()

class _KW_ONLY_TYPE:
    pass
KW_ONLY = _KW_ONLY_TYPE()

class InitVar:
    __slots__ = ('type',)
    def __init__(self, type):
        self.type = type
    def __class_getitem__(cls, type):
        return InitVar(type)
    def __repr__(self):
        name = self.type.__name__ if isinstance(self.type, type) else repr(self.type)
        return f'dataclasses.InitVar[{name}]'

class Field:
    def __init__(self, default, default_factory, init, repr, hash, compare, metadata, kw_only):
        self.name = None
        self.type = None
        self.default = default
        self.default_factory = default_factory
        self.init = init
        self.repr = repr
        self.hash = hash
        self.compare = compare
        self.metadata = types.MappingProxyType({} if metadata is None else metadata)
        self.kw_only = kw_only
        self._field_type = None
    def __repr__(self):
        return (f'Field(name={self.name!r},type={self.type!r},default={self.default!r},default_factory={self.default_factory!r},'
                f'init={self.init!r},repr={self.repr!r},hash={self.hash!r},compare={self.compare!r},metadata={self.metadata!r},'
                f'kw_only={self.kw_only!r},_field_type={self._field_type})')

def field(*, default=MISSING, default_factory=MISSING, init=True, repr=True, hash=None, compare=True, metadata=None, kw_only=MISSING):
    if default is not MISSING and default_factory is not MISSING:
        raise ValueError('cannot specify both default and default_factory')
    return Field(default, default_factory, init, repr, hash, compare, metadata, kw_only)

_FIELDS = '__dataclass_fields__'
_PARAMS = '__dataclass_params__'

class _DataclassParams:
    def __init__(self, **kw):
        self.__dict__.update(kw)
    def __repr__(self):
        return '_DataclassParams(' + ','.join(f'{k}={getattr(self, k)!r}' for k in ('init', 'repr', 'eq', 'order', 'unsafe_hash', 'frozen')) + ')'

def _kind(annotation):
    text = annotation if isinstance(annotation, str) else ''
    head = text.split('[')[0].split('.')[-1].strip()
    if head == 'ClassVar' or getattr(annotation, '_name', None) == 'ClassVar' or getattr(getattr(annotation, '__origin__', None), '_name', None) == 'ClassVar':
        return '_FIELD_CLASSVAR'
    if head == 'InitVar' or isinstance(annotation, InitVar) or annotation is InitVar:
        return '_FIELD_INITVAR'
    return '_FIELD'

def _get_field(cls, name, annotation, kw_only):
    default = cls.__dict__.get(name, MISSING) if name in cls.__dict__ else MISSING
    if isinstance(default, Field):
        f = default
    else:
        if isinstance(default, types.MemberDescriptorType):
            default = MISSING
        f = field(default=default)
    f.name = name
    f.type = annotation
    f._field_type = _kind(annotation)
    if f._field_type in ('_FIELD_CLASSVAR', '_FIELD_INITVAR') and f.default_factory is not MISSING:
        raise TypeError(f'field {f.name} cannot have a default factory')
    if f._field_type in ('_FIELD', '_FIELD_INITVAR'):
        if f.kw_only is MISSING:
            f.kw_only = kw_only
    if f._field_type == '_FIELD' and f.default.__class__.__hash__ is None:
        raise ValueError(f'mutable default {type(f.default)} for field {f.name} is not allowed: use default_factory')
    return f

def _init_source(fields, frozen, has_post_init, self_name):
    seen_default = False
    std = [f for f in fields if f.init and not f.kw_only]
    kw = [f for f in fields if f.init and f.kw_only]
    for f in std:
        if f.default is not MISSING or f.default_factory is not MISSING:
            seen_default = True
        elif seen_default:
            raise TypeError(f'non-default argument {f.name!r} follows default argument')
    scope = {'_MISSING': MISSING, '_HAS_DEFAULT_FACTORY': _HAS_DEFAULT_FACTORY, '_set': object.__setattr__}
    def param(f):
        if f.default is MISSING and f.default_factory is MISSING:
            return f.name
        if f.default is not MISSING:
            scope[f'_dflt_{f.name}'] = f.default
            return f'{f.name}=_dflt_{f.name}'
        return f'{f.name}=_HAS_DEFAULT_FACTORY'
    params = [self_name] + [param(f) for f in std]
    if kw:
        params += ['*'] + [param(f) for f in kw]
    body = []
    for f in fields:
        if f.default_factory is not MISSING:
            scope[f'_factory_{f.name}'] = f.default_factory
            value = f'_factory_{f.name}()'
            if f.init:
                value += f' if {f.name} is _HAS_DEFAULT_FACTORY else {f.name}'
        elif f.init:
            value = f.name
        else:
            continue
        if f._field_type == '_FIELD_INITVAR':
            continue
        if frozen:
            body.append(f'_set({self_name}, {f.name!r}, {value})')
        else:
            body.append(f'{self_name}.{f.name}={value}')
    if has_post_init:
        names = ','.join(f.name for f in fields if f._field_type == '_FIELD_INITVAR')
        body.append(f'{self_name}.__post_init__({names})')
    scope['_none'] = None
    text = f"def __init__({', '.join(params)}) -> _none:\n" + '\n'.join(' ' + b for b in body or ['pass'])
    return text, scope

def _add(cls, name, source, scope):
    f = _define(source, name, scope)
    f.__qualname__ = f'{cls.__qualname__}.{name}'
    f.__module__ = cls.__module__
    return f

_active = set()

def _repr_of(cls, fields):
    names = [f.name for f in fields if f.repr]
    def __repr__(self):
        key = id(self)
        if key in _active:
            return '...'
        _active.add(key)
        try:
            return self.__class__.__qualname__ + '(' + ', '.join([f'{n}={getattr(self, n)!r}' for n in names]) + ')'
        finally:
            _active.discard(key)
    __repr__.__qualname__ = f'{cls.__qualname__}.__repr__'
    return __repr__

def _compare(cls, name, op, fields):
    names = [f.name for f in fields if f.compare]
    left = '(' + ''.join(f'self.{n},' for n in names) + ')'
    right = '(' + ''.join(f'other.{n},' for n in names) + ')'
    text = f'def {name}(self, other):\n if other.__class__ is self.__class__:\n  return {left}{op}{right}\n return NotImplemented'
    return _add(cls, name, text, {})

def _frozen(cls, names):
    def __setattr__(self, name, value):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f'cannot assign to field {name!r}')
        super(cls, self).__setattr__(name, value)
    def __delattr__(self, name):
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f'cannot delete field {name!r}')
        super(cls, self).__delattr__(name)
    return __setattr__, __delattr__

def _annotation(a):
    if isinstance(a, type):
        return a.__qualname__ if a.__module__ == 'builtins' else f'{a.__module__}.{a.__qualname__}'
    return repr(a).replace('typing.', '')

def _signature(fields):
    def shown(f):
        text = f'{f.name}: {_annotation(f.type)}'
        if f.default is not MISSING:
            return f'{text} = {f.default!r}'
        return text if f.default_factory is MISSING else f'{text} = {_HAS_DEFAULT_FACTORY!r}'
    std = [shown(f) for f in fields if f.init and not f.kw_only]
    kw = [shown(f) for f in fields if f.init and f.kw_only]
    return '(' + ', '.join(std + (['*'] + kw if kw else [])) + ')'

def _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots):
    fields = {}
    any_frozen = False
    has_bases = False
    for b in cls.__mro__[-1:0:-1]:
        base_fields = getattr(b, _FIELDS, None)
        if base_fields is not None:
            has_bases = True
            for f in base_fields.values():
                fields[f.name] = f
            if getattr(b, _PARAMS).frozen:
                any_frozen = True
    annotations = cls.__dict__.get('__annotations__', {})
    own = []
    for name, annotation in annotations.items():
        if annotation is KW_ONLY or (isinstance(annotation, str) and annotation.split('.')[-1] == 'KW_ONLY'):
            kw_only = True
            continue
        own.append(_get_field(cls, name, annotation, kw_only))
    for f in own:
        fields[f.name] = f
        if isinstance(cls.__dict__.get(f.name, None), Field):
            if f.default is MISSING:
                delattr(cls, f.name)
            else:
                setattr(cls, f.name, f.default)
    for name, value in list(cls.__dict__.items()):
        if isinstance(value, Field) and name not in annotations:
            raise TypeError(f'{name!r} is a field but has no type annotation')
    if has_bases:
        if any_frozen and not frozen:
            raise TypeError('cannot inherit non-frozen dataclass from a frozen one')
        if not any_frozen and frozen:
            raise TypeError('cannot inherit frozen dataclass from a non-frozen one')
    setattr(cls, _FIELDS, fields)
    setattr(cls, _PARAMS, _DataclassParams(init=init, repr=repr, eq=eq, order=order, unsafe_hash=unsafe_hash, frozen=frozen, match_args=match_args,
                                  kw_only=kw_only, slots=slots))
    explicit_hash = '__hash__' in cls.__dict__ and not (cls.__dict__['__hash__'] is None and '__eq__' in cls.__dict__)
    if order and not eq:
        raise ValueError('eq must be true if order is true')
    all_fields = [f for f in fields.values() if f._field_type in ('_FIELD', '_FIELD_INITVAR')]
    real = [f for f in fields.values() if f._field_type == '_FIELD']
    if init:
        text, scope = _init_source(all_fields, frozen, hasattr(cls, '__post_init__'), '__dataclass_self__' if 'self' in fields else 'self')
        f = _add(cls, '__init__', text, scope)
        f.__annotations__ = {x.name: x.type for x in all_fields if x.init} | {'return': None}
        setattr(cls, '__init__', f)
    if repr and '__repr__' not in cls.__dict__:
        setattr(cls, '__repr__', _repr_of(cls, real))
    if eq and '__eq__' not in cls.__dict__:
        setattr(cls, '__eq__', _compare(cls, '__eq__', '==', real))
    if order:
        for name, op in (('__lt__', '<'), ('__le__', '<='), ('__gt__', '>'), ('__ge__', '>=')):
            if name in cls.__dict__:
                raise TypeError(f'Cannot overwrite attribute {name} in class {cls.__name__}. Consider using functools.total_ordering')
            setattr(cls, name, _compare(cls, name, op, real))
    if frozen:
        for f in _frozen(cls, tuple(f.name for f in real)):
            if f.__name__ in cls.__dict__:
                raise TypeError(f'Cannot overwrite attribute {f.__name__} in class {cls.__name__}')
            setattr(cls, f.__name__, f)
    if unsafe_hash or (eq and frozen and not explicit_hash):
        names = [f.name for f in real if (f.compare if f.hash is None else f.hash)]
        text = 'def __hash__(self):\n return hash((' + ''.join(f'self.{n},' for n in names) + '))'
        setattr(cls, '__hash__', _add(cls, '__hash__', text, {}))
    elif eq and not explicit_hash:
        setattr(cls, '__hash__', None)
    if match_args and '__match_args__' not in cls.__dict__:
        cls.__match_args__ = tuple(f.name for f in all_fields if f.init and not f.kw_only)
    if not getattr(cls, '__doc__'):
        if init:
            cls.__doc__ = cls.__name__ + _signature(all_fields)
        else:
            import inspect
            cls.__doc__ = cls.__name__ + str(inspect.signature(cls)).replace(' -> None', '')
    if slots:
        if '__slots__' in cls.__dict__:
            raise TypeError(f'{cls.__name__} already specifies __slots__')
        ns = dict(cls.__dict__)
        names = tuple(f.name for f in real)
        for n in names:
            ns.pop(n, None)
        ns.pop('__dict__', None)
        ns['__slots__'] = names
        qualname = cls.__qualname__
        cls = type(cls)(cls.__name__, cls.__bases__, ns)
        cls.__qualname__ = qualname
    return cls

def dataclass(cls=None, /, *, init=True, repr=True, eq=True, order=False, unsafe_hash=False, frozen=False, match_args=True,
              kw_only=False, slots=False, weakref_slot=False):
    def wrap(cls):
        return _process(cls, init, repr, eq, order, unsafe_hash, frozen, match_args, kw_only, slots)
    return wrap if cls is None else wrap(cls)

def fields(class_or_instance):
    try:
        fields = getattr(class_or_instance, _FIELDS)
    except AttributeError:
        raise TypeError('must be called with a dataclass type or instance') from None
    return tuple(f for f in fields.values() if f._field_type == '_FIELD')

def is_dataclass(obj):
    cls = obj if isinstance(obj, type) else type(obj)
    return hasattr(cls, _FIELDS)

def asdict(obj, *, dict_factory=dict):
    if isinstance(obj, type) or not is_dataclass(obj):
        raise TypeError('asdict() should be called on dataclass instances')
    return _asdict(obj, dict_factory)

def _asdict(obj, make):
    import copy
    if is_dataclass(obj) and not isinstance(obj, type):
        return make([(f.name, _asdict(getattr(obj, f.name), make)) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, '_fields'):
        return type(obj)(*[_asdict(v, make) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_asdict(v, make) for v in obj])
    if isinstance(obj, dict):
        return type(obj)((_asdict(k, make), _asdict(v, make)) for k, v in obj.items())
    return copy.deepcopy(obj)

def astuple(obj, *, tuple_factory=tuple):
    if isinstance(obj, type) or not is_dataclass(obj):
        raise TypeError('astuple() should be called on dataclass instances')
    return _astuple(obj, tuple_factory)

def _astuple(obj, make):
    import copy
    if is_dataclass(obj) and not isinstance(obj, type):
        return make([_astuple(getattr(obj, f.name), make) for f in fields(obj)])
    if isinstance(obj, tuple) and hasattr(obj, '_fields'):
        return type(obj)(*[_astuple(v, make) for v in obj])
    if isinstance(obj, (list, tuple)):
        return type(obj)([_astuple(v, make) for v in obj])
    if isinstance(obj, dict):
        return type(obj)((_astuple(k, make), _astuple(v, make)) for k, v in obj.items())
    return copy.deepcopy(obj)

def replace(obj, /, **changes):
    if isinstance(obj, type) or not is_dataclass(obj):
        raise TypeError('replace() should be called on dataclass instances')
    for f in getattr(obj, _FIELDS).values():
        if f._field_type == '_FIELD_CLASSVAR':
            continue
        if not f.init:
            if f.name in changes:
                raise ValueError(f'field {f.name} is declared with init=False, it cannot be specified with replace()')
            continue
        if f.name not in changes:
            if f._field_type == '_FIELD_INITVAR' and f.default is MISSING:
                raise ValueError(f'InitVar {f.name!r} must be specified with replace()')
            changes[f.name] = getattr(obj, f.name)
    return obj.__class__(**changes)

def make_dataclass(cls_name, fields, *, bases=(), namespace=None, **options):
    ns = dict(namespace or {})
    annotations = {}
    for item in fields:
        if isinstance(item, str):
            annotations[item] = 'typing.Any'
        else:
            annotations[item[0]] = item[1]
            if len(item) == 3:
                ns[item[0]] = item[2]
    ns['__annotations__'] = annotations
    return dataclass(**options)(type(cls_name, bases, ns))
