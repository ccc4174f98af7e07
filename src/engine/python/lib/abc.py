"""abc: abstract methods and virtual subclasses."""
from _atlas import abstract_names as _abstract_names

def abstractmethod(funcobj):
    funcobj.__isabstractmethod__ = True
    return funcobj

class abstractclassmethod(classmethod):
    def __init__(self, callable):
        callable.__isabstractmethod__ = True

class abstractproperty(property):
    __isabstractmethod__ = True

class ABCMeta(type):
    def __new__(mcls, name, bases, namespace, /, **kwargs):
        cls = super().__new__(mcls, name, bases, namespace, **kwargs)
        names = {n for n in _abstract_names(namespace) if getattr(namespace[n], '__isabstractmethod__', False)}
        for base in bases:
            for n in getattr(base, '__abstractmethods__', ()):
                if getattr(getattr(cls, n, None), '__isabstractmethod__', False):
                    names.add(n)
        cls.__abstractmethods__ = frozenset(names)
        return cls
    def register(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError('Can only register classes')
        if '_abc_registry' not in cls.__dict__:
            cls._abc_registry = []
        cls._abc_registry.append(subclass)
        return subclass
    def __instancecheck__(cls, instance):
        return cls.__subclasscheck__(type(instance)) or cls.__subclasscheck__(instance.__class__)
    def __subclasscheck__(cls, subclass):
        if not isinstance(subclass, type):
            raise TypeError('issubclass() arg 1 must be a class')
        if type.__subclasscheck__(cls, subclass):
            return True
        ok = cls.__subclasshook__(subclass)
        if ok is not NotImplemented:
            return ok
        for r in cls.__dict__.get('_abc_registry', ()):
            if issubclass(subclass, r):
                return True
        for s in type.__subclasses__(cls):
            if issubclass(subclass, s):
                return True
        return False

class ABC(metaclass=ABCMeta):
    __slots__ = ()

def get_cache_token():
    return 0

def update_abstractmethods(cls):
    return cls
