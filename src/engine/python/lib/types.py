"""types: names for the evaluator's own types, SimpleNamespace and a read-only mapping."""
from _atlas import dotted as _dotted
from _atlas import generic_alias as GenericAlias, union_type as UnionType, member_type as MemberDescriptorType, getset_type as GetSetDescriptorType
DynamicClassAttribute = property

def _f():
    yield
_c = (lambda x: lambda: x)(1)
FunctionType = type(_f)
LambdaType = FunctionType
CodeType = type(_f.__code__)
GeneratorType = type(_f())
CellType = type(_c.__closure__[0])
class _C:
    def m(self):
        pass
MethodType = type(_C().m)
BuiltinFunctionType = type(len)
BuiltinMethodType = BuiltinFunctionType
MethodDescriptorType = type(str.join)
ModuleType = type(__import__('sys'))
NoneType = type(None)
NotImplementedType = type(NotImplemented)
EllipsisType = type(Ellipsis)
try:
    raise TypeError
except TypeError as _e:
    TracebackType = type(_e.__traceback__)

_shown = set()

@_dotted
class SimpleNamespace:
    def __init__(self, /, **kwargs):
        self.__dict__.update(kwargs)
    def __repr__(self):
        name = 'namespace' if type(self) is SimpleNamespace else type(self).__name__
        key = id(self)
        if key in _shown:
            return f'{name}(...)'
        _shown.add(key)
        try:
            return name + '(' + ', '.join(f'{k}={v!r}' for k, v in self.__dict__.items()) + ')'
        finally:
            _shown.discard(key)
    def __eq__(self, other):
        if isinstance(self, SimpleNamespace) and isinstance(other, SimpleNamespace):
            return self.__dict__ == other.__dict__
        return NotImplemented
    __hash__ = None

class mappingproxy:
    def __init__(self, mapping):
        self._mapping = mapping
    def __getitem__(self, key):
        return self._mapping[key]
    def __contains__(self, key):
        return key in self._mapping
    def __iter__(self):
        return iter(self._mapping)
    def __len__(self):
        return len(self._mapping)
    def get(self, key, default=None):
        return self._mapping.get(key, default)
    def keys(self):
        return self._mapping.keys()
    def values(self):
        return self._mapping.values()
    def items(self):
        return self._mapping.items()
    def copy(self):
        return self._mapping.copy()
    def __eq__(self, other):
        return self._mapping == other
    def __str__(self):
        return str(self._mapping)
    def __repr__(self):
        return f'mappingproxy({self._mapping!r})'
    def __reversed__(self):
        return reversed(self._mapping)
    def __or__(self, other):
        return self._mapping | (other._mapping if isinstance(other, mappingproxy) else other)
    def __ror__(self, other):
        return other | self._mapping

MappingProxyType = mappingproxy
mappingproxy.__module__ = 'builtins'
mappingproxy.__qualname__ = 'mappingproxy'

def new_class(name, bases=(), kwds=None, exec_body=None):
    ns = {}
    if exec_body is not None:
        exec_body(ns)
    meta = (kwds or {}).pop('metaclass', type(bases[0]) if bases else type)
    return meta(name, bases, ns, **(kwds or {}))
