"""enum: a namespace that collects the members of a class body, a metaclass that makes them, and the arithmetic of flags.

Behaviour is that of CPython 3.11. Leaves out: pickling, global enums, verify(), the conversion of a module's constants.
"""
_null = object()

class auto:
    def __init__(self, value=_null):
        self.value = value
    def __repr__(self):
        return f'auto({self.value!r})'

class property(property):
    pass

class member:
    def __init__(self, value):
        self.value = value

class nonmember:
    def __init__(self, value):
        self.value = value

from types import MappingProxyType as _MappingProxy

def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__'

def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'

def _is_descriptor(obj):
    return hasattr(obj, '__get__') or hasattr(obj, '__set__') or hasattr(obj, '__delete__')

class _Namespace(dict):
    def __init__(self, name, generate):
        super().__init__()
        self._members = {}
        self._ignore = []
        self._name = name
        self._generate = generate
        self._auto_called = False
    def __setitem__(self, key, value):
        if key.startswith(f'_{self._name}__') and not key.endswith('_'):
            pass
        elif _is_sunder(key):
            if key not in ('_order_', '_generate_next_value_', '_numeric_repr_', '_missing_', '_ignore_', '_iter_member_', '_iter_member_by_value_',
                           '_iter_member_by_def_'):
                raise ValueError(f'_sunder_ names, such as {key!r}, are reserved for future Enum use')
            if key == '_generate_next_value_':
                if self._auto_called:
                    raise TypeError('_generate_next_value_ must be defined before members')
                self._generate = getattr(value, '__func__', value)
            elif key == '_ignore_':
                self._ignore = value = value.replace(',', ' ').split() if isinstance(value, str) else list(value)
                taken = set(value) & set(self._members)
                if taken:
                    raise ValueError(f'_ignore_ cannot specify already set names: {taken!r}')
        elif _is_dunder(key):
            if key == '__order__':
                key = '_order_'
        elif key in self._members:
            raise TypeError(f'{key!r} already defined as {self[key]!r}')
        elif key in self._ignore:
            pass
        elif isinstance(value, nonmember):
            value = value.value
        elif isinstance(value, member) or not _is_descriptor(value):
            if isinstance(value, member):
                value = value.value
            if key in self:
                raise TypeError(f'{key!r} already defined as {self[key]!r}')
            value = self._filled(key, value)
            self._members[key] = value
        super().__setitem__(key, value)
    def _filled(self, key, value):
        if isinstance(value, auto):
            return self._next(key, value)
        if type(value) is tuple and any(isinstance(v, auto) for v in value):
            return tuple([self._next(key, v) if isinstance(v, auto) else v for v in value])
        return value
    def _next(self, key, value):
        if value.value is _null:
            value.value = self._generate(key, 1, len(self._members), list(self._members.values()))
            self._auto_called = True
        return value.value
    def update(self, members, **more):
        for k, v in dict(members, **more).items():
            self[k] = v

class EnumType(type):
    @classmethod
    def __prepare__(metacls, name, bases, boundary=None, **kwds):
        if not bases:
            return {}
        first = next((b for b in reversed(bases) if isinstance(b, EnumType)), None)
        if first is not None and first.__dict__.get('_member_names_'):
            raise TypeError(f'<enum {name!r}> cannot extend {first!r}')
        return _Namespace(name, None if first is None else first._gnv_)
    def __new__(metacls, name, bases, namespace, *, boundary=None, **kwds):
        if name == 'Enum' and not bases:
            return super().__new__(metacls, name, bases, namespace)
        ignore = namespace._ignore
        data_type = object
        first_enum = None
        for base in bases:
            for b in base.__mro__:
                if isinstance(b, EnumType):
                    first_enum = first_enum or b
                    if b._member_map_ and b.__dict__.get('_member_names_'):
                        raise TypeError(f'<enum {name!r}> cannot extend {b!r}')
                elif b is not object and data_type is object and ('__new__' in b.__dict__ or b in (int, str, float, bytes, tuple)):
                    data_type = b
        gnv = namespace._generate
        raw = namespace._members
        for key in ('mro', ''):
            if key in raw:
                raise ValueError(f'invalid enum member name(s) {key!r}')
        ns = {k: v for k, v in namespace.items() if k not in raw and k not in ignore}
        ns['_gnv_'] = staticmethod(gnv) if gnv is not None else None
        use_new = ns.pop('__new__', None)
        ns['_member_names_'] = []
        ns['_member_map_'] = {}
        ns['_value2member_map_'] = {}
        ns['_member_type_'] = data_type
        if boundary is not None or first_enum is None or '_boundary_' not in first_enum.__dict__:
            ns['_boundary_'] = boundary
        else:
            ns['_boundary_'] = first_enum._boundary_
        ns['_flag_mask_'] = ns['_singles_mask_'] = ns['_all_bits_'] = 0
        ns['_inverted_'] = None
        cls = super().__new__(metacls, name, bases, ns, **kwds)
        make = use_new
        if make is not None and hasattr(make, '__func__'):
            make = make.__func__
        if make is None and first_enum is not None:
            make = getattr(first_enum, '_new_member_', None)
        cls._new_member_ = staticmethod(make) if make is not None else None
        if first_enum is not None:
            for method in ('__repr__', '__str__', '__format__', '__reduce_ex__'):
                if method not in namespace:
                    found = getattr(cls, method)
                    if found is getattr(data_type, method) or found is getattr(object, method):
                        setattr(cls, method, getattr(first_enum, method))
        type.__setattr__(cls, '__new__', Enum.__new__)
        if Flag is not None and issubclass(cls, Flag):
            for method in ('__or__', '__and__', '__xor__', '__ror__', '__rand__', '__rxor__', '__invert__'):
                if method not in namespace:
                    type.__setattr__(cls, method, getattr(Flag, method))
        for key, value in raw.items():
            args = value if isinstance(value, tuple) else (value,)
            if data_type is tuple:
                args = (args,)
            if make is not None:
                m = make(cls, *args)
                if not hasattr(m, '_value_'):
                    m._value_ = value if data_type is object else data_type(*args)
            elif data_type is object:
                m = object.__new__(cls)
                m._value_ = value
            else:
                m = data_type.__new__(cls, *args)
                m._value_ = data_type(*args)
            value = m._value_
            m._name_ = key
            m.__objclass__ = cls
            init = cls.__init__
            if init is not object.__init__:
                m.__init__(*args)
            same = None
            for other in cls._member_map_.values():
                if other._value_ == value:
                    same = other
                    break
            if same is not None:
                m = same
            else:
                m._sort_order_ = len(cls._member_names_)
                if Flag is None or not issubclass(cls, Flag) or _single_bit(value):
                    cls._member_names_.append(key)
            if Flag is not None and issubclass(cls, Flag) and isinstance(value, int):
                cls._flag_mask_ |= value
                if _single_bit(value):
                    cls._singles_mask_ |= value
                cls._all_bits_ = 2 ** cls._flag_mask_.bit_length() - 1
            cls._member_map_[key] = m
            type.__setattr__(cls, key, m)
            try:
                cls._value2member_map_.setdefault(value, m)
            except TypeError:
                pass
        order = ns.get('_order_')
        if order is not None:
            if isinstance(order, str):
                order = order.replace(',', ' ').split()
            if list(order) != cls._member_names_:
                raise TypeError(f'member order does not match _order_:\n  {cls._member_names_!r}\n  {list(order)!r}')
        return cls
    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, type, start, module, boundary)
    def _create_(cls, class_name, names, mixin, start, module, boundary):
        bases = (cls,) if mixin is None else (mixin, cls)
        ns = cls.__class__.__prepare__(class_name, bases)
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        if isinstance(names, dict):
            ns.update(names)
        else:
            last = []
            for i, item in enumerate(names):
                if isinstance(item, str):
                    value = cls._gnv_(item, start, i, last[:])
                    last.append(value)
                    ns[item] = value
                else:
                    ns[item[0]] = item[1]
        if module is not None:
            ns['__module__'] = module
        return cls.__class__.__new__(cls.__class__, class_name, bases, ns, boundary=boundary)
    def __getattr__(cls, name):
        if _is_dunder(name):
            raise AttributeError(name)
        try:
            return cls._member_map_[name]
        except KeyError:
            raise AttributeError(name) from None
    def __contains__(cls, value):
        if not isinstance(value, Enum):
            raise TypeError(f"unsupported operand type(s) for 'in': '{value.__class__.__qualname__}' and '{cls.__class__.__qualname__}'")
        return isinstance(value, cls) and value._name_ in cls._member_map_
    def __getitem__(cls, name):
        return cls._member_map_[name]
    def __iter__(cls):
        return (cls._member_map_[name] for name in cls._member_names_)
    def __reversed__(cls):
        return (cls._member_map_[name] for name in reversed(cls._member_names_))
    def __len__(cls):
        return len(cls._member_names_)
    def __bool__(cls):
        return True
    @property
    def __members__(cls):
        return _MappingProxy(cls._member_map_)
    def __setattr__(cls, name, value):
        if name in cls.__dict__.get('_member_map_', {}):
            raise AttributeError(f'cannot reassign member {name!r}')
        super().__setattr__(name, value)
    def __delattr__(cls, name):
        if name in cls.__dict__.get('_member_map_', {}):
            raise AttributeError(f'{cls.__name__!r} cannot delete member {name!r}.')
        super().__delattr__(name)
    def __repr__(cls):
        return f'<flag {cls.__name__!r}>' if Flag is not None and issubclass(cls, Flag) else f'<enum {cls.__name__!r}>'
    def __dir__(cls):
        return sorted(['__class__', '__doc__', '__members__', '__module__'] + cls._member_names_)

EnumMeta = EnumType
Flag = None

def _single_bit(value):
    return isinstance(value, int) and value > 0 and value & (value - 1) == 0

def _kept(name):
    def change(verb):
        def refuse(self, *value):
            raise AttributeError(f'{Enum!r} cannot {verb} attribute {name!r}')
        return refuse
    return property(lambda self: getattr(self, f'_{name}_'), change('set'), change('delete'))

class Enum(metaclass=EnumType):
    _member_map_ = {}
    _member_names_ = []
    _value2member_map_ = {}
    def __new__(cls, value):
        if type(value) is cls:
            return value
        try:
            if value in cls._value2member_map_:
                return cls._value2member_map_[value]
        except TypeError:
            for m in cls._member_map_.values():
                if m._value_ == value:
                    return m
        result = cls._missing_(value)
        if isinstance(result, cls):
            return result
        error = ValueError(f'{value!r} is not a valid {cls.__qualname__}')
        if result is None:
            raise error
        raise TypeError(f'error in {cls.__name__}._missing_: returned {result!r} instead of None or a valid member')
    def __init__(self, *args, **kwds):
        pass
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start
        # 3.11: the newest value counts where it is the largest; else the largest that takes a 1.
        values = list(last_values)
        try:
            values.sort()
            if values[-1] == last_values[-1]:
                return last_values[-1] + 1
        except TypeError:
            pass
        import warnings
        warnings.warn('In 3.13 the default `auto()`/`_generate_next_value_` will require all values to be sortable and support adding +1\n'
                      'and the value returned will be the largest value in the enum incremented by 1', DeprecationWarning, stacklevel=3)
        for value in reversed(values):
            try:
                return value + 1
            except TypeError:
                pass
        return start
    _gnv_ = staticmethod(_generate_next_value_)
    @classmethod
    def _missing_(cls, value):
        return None
    name = _kept('name')
    value = _kept('value')
    def __repr__(self):
        v = repr(self._value_)
        name = '' if self._name_ is None else f'.{self._name_}'
        return f'<{self.__class__.__name__}{name}: {v}>'
    def __str__(self):
        return f'{self.__class__.__name__}.{self._name_}'
    def __format__(self, spec):
        return str.__format__(str(self), spec)
    def __hash__(self):
        return hash(self._name_)
    def __reduce_ex__(self, proto):
        return self.__class__, (self._value_,)
    def __deepcopy__(self, memo):
        return self
    def __copy__(self):
        return self

class ReprEnum(Enum):
    pass

class IntEnum(int, ReprEnum):
    __str__ = int.__repr__
    def __format__(self, spec):
        return int.__format__(int(self), spec)
    __hash__ = int.__hash__

class StrEnum(str, ReprEnum):
    def __new__(cls, *values):
        for v in values:
            if not isinstance(v, str):
                raise TypeError(f'{v!r} is not a string')
        m = str.__new__(cls, *values)
        m._value_ = str(*values)
        return m
    def _generate_next_value_(name, start, count, last_values):
        return name.lower()
    def __str__(self):
        return self._value_
    def __format__(self, spec):
        return str.__format__(self._value_, spec)
    __hash__ = str.__hash__

class FlagBoundary(StrEnum):
    STRICT = auto()
    CONFORM = auto()
    EJECT = auto()
    KEEP = auto()
STRICT, CONFORM, EJECT, KEEP = FlagBoundary

def _bits(value, width):
    if value >= 0:
        digits = '0' + format(value, 'b')
    else:
        digits = '1' + format(value + (1 << (-value).bit_length()), f'0{(-value).bit_length()}b')
    sign, digits = digits[0], digits[1:]
    return f'0b{sign} {(sign * width + digits)[-width:] if width > len(digits) else digits}'

class Flag(Enum, boundary=STRICT):
    _numeric_repr_ = repr
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        last = max(last_values)
        try:
            return 2 ** last.bit_length()
        except Exception:
            raise TypeError(f'invalid flag value {last!r}') from None
    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            raise ValueError(f'{value!r} is not a valid {cls.__qualname__}')
        mask, singles, every = cls._flag_mask_, cls._singles_mask_, cls._all_bits_
        given = value
        if not ~every <= value <= every or value & (every ^ mask):
            if cls._boundary_ is STRICT:
                width = max(value.bit_length(), mask.bit_length())
                raise ValueError(f'{cls!r} invalid value {value!r}\n    given {_bits(value, width)}\n  allowed {_bits(mask, width)}')
            if cls._boundary_ is CONFORM:
                value = value & mask
            elif cls._boundary_ is EJECT:
                return value
            elif value < 0:
                value = max(every + 1, 2 ** value.bit_length()) + value
        if value < 0:
            value = every + 1 + value
        if value in cls._value2member_map_:
            return cls._value2member_map_[value]
        m = object.__new__(cls) if cls._member_type_ is object else cls._member_type_.__new__(cls, value)
        m._value_ = value
        parts = [x for x in cls if x._value_ & value]
        covered = 0
        for x in parts:
            covered |= x._value_
        if value & ~singles:
            for x in cls._member_map_.values():
                if x not in parts and x._value_ and x._value_ & value == x._value_:
                    parts.append(x)
                    covered |= x._value_
        rest = value ^ covered
        m._name_ = '|'.join([x._name_ for x in parts]) or None
        if m._name_ is not None and rest:
            m._name_ += f'|{cls._numeric_repr_(rest)}'
        m.__objclass__ = cls
        cls._value2member_map_[value] = m
        if given < 0:
            cls._value2member_map_[given] = m
        return m
    def __repr__(self):
        v = self._numeric_repr_(self._value_)
        if self._name_ is None:
            return f'<{self.__class__.__name__}: {v}>'
        return f'<{self.__class__.__name__}.{self._name_}: {v}>'
    def __str__(self):
        if self._name_ is None:
            return f'{self.__class__.__name__}({self._value_!r})'
        return f'{self.__class__.__name__}.{self._name_}'
    def __bool__(self):
        return bool(self._value_)
    def _other(self, other):
        if isinstance(other, self.__class__):
            return other._value_
        if self._member_type_ is not object and isinstance(other, self._member_type_):
            return other
        return None
    def __or__(self, other):
        v = self._other(other)
        return NotImplemented if v is None else self.__class__(self._value_ | v)
    def __and__(self, other):
        v = self._other(other)
        return NotImplemented if v is None else self.__class__(self._value_ & v)
    def __xor__(self, other):
        v = self._other(other)
        return NotImplemented if v is None else self.__class__(self._value_ ^ v)
    __ror__ = __or__
    __rand__ = __and__
    __rxor__ = __xor__
    def __invert__(self):
        if self._boundary_ in (EJECT, KEEP):
            return self.__class__(~self._value_)
        return self.__class__(self._singles_mask_ & ~self._value_)
    def __contains__(self, other):
        if not isinstance(other, self.__class__):
            raise TypeError(f"unsupported operand type(s) for 'in': {type(other).__qualname__!r} and {self.__class__.__qualname__!r}")
        return other._value_ & self._value_ == other._value_
    def __iter__(self):
        for m in self.__class__:
            if m._value_ & self._value_:
                yield m
    def __len__(self):
        return bin(self._value_).count('1')

class IntFlag(int, ReprEnum, Flag, boundary=KEEP):
    __str__ = int.__repr__
    def __format__(self, spec):
        return int.__format__(int(self), spec)
    __hash__ = int.__hash__

def unique(enumeration):
    duplicates = [(n, m.name) for n, m in enumeration.__members__.items() if n != m.name]
    if duplicates:
        details = ', '.join(f'{alias} -> {name}' for alias, name in duplicates)
        raise ValueError(f'duplicate values found in {enumeration!r}: {details}')
    return enumeration
