/** enum: a metaclass that turns the names of a class body into its members. */
export default String.raw`class auto:
    def __init__(self, value=None):
        self.value = value

class property(property):
    pass

class member:
    def __init__(self, value):
        self.value = value

class nonmember:
    def __init__(self, value):
        self.value = value

def _is_dunder(name):
    return len(name) > 4 and name[:2] == name[-2:] == '__'

def _is_sunder(name):
    return len(name) > 2 and name[0] == name[-1] == '_' and name[1] != '_' and name[-2] != '_'

def _is_descriptor(obj):
    return hasattr(obj, '__get__') or hasattr(obj, '__set__') or hasattr(obj, '__delete__')

class EnumType(type):
    def __new__(metacls, name, bases, namespace, **kwds):
        if name == 'Enum' and not bases:
            return super().__new__(metacls, name, bases, namespace)
        ignore = namespace.get('_ignore_', [])
        if isinstance(ignore, str):
            ignore = ignore.replace(',', ' ').split()
        data_type = object
        first_enum = None
        for base in bases:
            for b in base.__mro__:
                if isinstance(b, EnumType):
                    first_enum = first_enum or b
                    if b._member_map_ and b.__dict__.get('_member_names_'):
                        raise TypeError(f'<enum {b.__name__!r}> cannot extend {b!r}')
                elif b is not object and data_type is object and ('__new__' in b.__dict__ or b in (int, str, float, bytes, tuple)):
                    data_type = b
        ns = {}
        raw = {}
        gnv = namespace.get('_generate_next_value_')
        if gnv is not None and hasattr(gnv, '__func__'):
            gnv = gnv.__func__
        if gnv is None and first_enum is not None:
            gnv = first_enum._gnv_
        for key, value in namespace.items():
            if key in ignore:
                continue
            if isinstance(value, member):
                raw[key] = value.value
            elif isinstance(value, nonmember):
                ns[key] = value.value
            elif _is_dunder(key) or _is_sunder(key) or key.startswith(f'_{name}__') or _is_descriptor(value):
                ns[key] = value
            else:
                raw[key] = value
        ns['_gnv_'] = staticmethod(gnv) if gnv is not None else None
        use_new = ns.pop('__new__', None)
        ns['_member_names_'] = []
        ns['_member_map_'] = {}
        ns['_value2member_map_'] = {}
        ns['_member_type_'] = data_type
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
        values = []
        for key, value in raw.items():
            if isinstance(value, auto):
                value = cls._gnv_(key, 1, len(values), values[:]) if value.value is None else value.value
            elif isinstance(value, tuple) and any(isinstance(v, auto) for v in value):
                value = tuple(cls._gnv_(key, 1, len(values), values[:]) if isinstance(v, auto) else v for v in value)
            values.append(value)
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
            cls._member_map_[key] = m
            type.__setattr__(cls, key, m)
            try:
                cls._value2member_map_.setdefault(value, m)
            except TypeError:
                pass
        return cls
    def __call__(cls, value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None):
        if names is None:
            return cls.__new__(cls, value)
        return cls._create_(value, names, type, start)
    def _create_(cls, class_name, names, mixin, start):
        if isinstance(names, str):
            names = names.replace(',', ' ').split()
        ns = {}
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
        bases = (cls,) if mixin is None else (mixin, cls)
        return EnumType.__new__(EnumType, class_name, bases, ns)
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
        return dict(cls._member_map_)
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
        return max(last_values) + 1
    _gnv_ = staticmethod(_generate_next_value_)
    @classmethod
    def _missing_(cls, value):
        return None
    @property
    def name(self):
        return self._name_
    @property
    def value(self):
        return self._value_
    def __repr__(self):
        v = repr(self._value_)
        return f'<{self.__class__.__name__}.{self._name_}: {v}>'
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

class Flag(Enum):
    def _generate_next_value_(name, start, count, last_values):
        if not last_values:
            return start if start is not None else 1
        return 2 ** max(last_values).bit_length()
    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            return None
        all_bits = 0
        for m in cls._member_map_.values():
            all_bits |= m._value_
        if value < 0:
            value = all_bits & ~(~value)
            value = all_bits + 1 + value if value < 0 else value
        if value & ~all_bits:
            raise ValueError(f'{cls!r} invalid value {value!r}')
        if value in cls._value2member_map_:
            return cls._value2member_map_[value]
        m = cls._member_type_.__new__(cls, value) if cls._member_type_ is not object else object.__new__(cls)
        m._value_ = value
        m._name_ = '|'.join(x._name_ for x in cls if x._value_ & value) or None
        m.__objclass__ = cls
        cls._value2member_map_[value] = m
        return m
    def __repr__(self):
        v = repr(self._value_)
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
        all_bits = 0
        for m in self.__class__:
            all_bits |= m._value_
        return self.__class__(all_bits & ~self._value_)
    def __contains__(self, other):
        return other._value_ & self._value_ == other._value_
    def __iter__(self):
        for m in self.__class__:
            if m._value_ & self._value_:
                yield m
    def __len__(self):
        return bin(self._value_).count('1')

class IntFlag(int, ReprEnum, Flag):
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
`;
