"""Copies and prints that ask what a class says of itself."""
import copy, pprint, dataclasses, inspect
class R:
    def __init__(self, v): self.v = v; self.log = ['made']
    def __reduce__(self): return (R, (self.v,), {'extra': [self.v]})
r = R([1]); c = copy.copy(r); d = copy.deepcopy(r)
print(c.v is r.v, d.v is r.v, d.v, c.extra, d.log, d.extra)
class L(list):
    def __reduce_ex__(self, p): return (L, (), {'p': p}, iter(self), iter({}.items()))
print(copy.copy(L([1, 2])), copy.deepcopy(L([1, [2]])), copy.deepcopy(L()).p)
class S:
    def __reduce__(self): return 'ONE'
ONE = S(); print(copy.deepcopy(ONE) is ONE, copy.copy(ONE) is ONE)
@dataclasses.dataclass
class A:
    x: int
    y: list
    z: str = dataclasses.field(default='hidden', repr=False)
@dataclasses.dataclass
class Config:
    name: str
    inner: A
    values: dict = dataclasses.field(default_factory=dict)
pprint.pprint(A(1, list(range(30)))); pprint.pprint(Config('a name', A(2, ['x' * 30, 'y' * 30]), {'k' * 20: list(range(12)), 'm': A(1, [])})); pprint.pprint([A(1, [2])])
print(inspect.signature(A), inspect.signature(Config), A.__init__.__annotations__)
class N:
    def __init__(self, a: int) -> None: ...
print(inspect.signature(N), A.__doc__)
# Classes of two kinds of exceptions, and names in a template.
class E(KeyError, AttributeError): pass
print(E(1))
class A(ArithmeticError): pass
class B(A, ZeroDivisionError): pass
print(B.__mro__)
class A(ArithmeticError): pass
class C(A, TypeError): pass
print(C.__mro__)
class A(ArithmeticError): pass
class I(A): pass
class C(I, ZeroDivisionError): pass
print(C.__mro__)
class D(ArithmeticError): pass
class I(D): pass
class R(D): pass
class S(D): pass
class O(I, R): pass
class U(I, R, S): pass
print(U.__mro__)
import string
t = string.Template('$a ${b} $a $$ $'); print(t.get_identifiers(), t.is_valid(), string.Template('$a').is_valid())
