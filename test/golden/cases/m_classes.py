import abc, copy, operator, string, sys, functools
from typing import NamedTuple, Protocol, Generic, TypeVar, Union
from enum import IntEnum, Flag
class Base(abc.ABC):
    registry = {}
    def __init_subclass__(cls, /, tag=None, **kw): super().__init_subclass__(**kw); Base.registry[tag or cls.__name__] = cls
    @abc.abstractmethod
    def run(self): ...
    @classmethod
    def make(cls, name, *a, **k): return cls.registry[name](*a, **k)
class A(Base, tag="a"):
    __slots__ = ("x",)
    def __init__(self, x=1): self.x = x
    def run(self): return self.x
    def __repr__(self): return f"{type(self).__name__}(x={self.x!r})"
    def __eq__(self, o): return isinstance(o, A) and self.x == o.x
    def __hash__(self): return hash(self.x)
    def __lt__(self, o): return self.x < o.x
    def __getitem__(self, i): return (self.x, i)
    def __call__(self, *a): return sum(a, self.x)
    def __enter__(self): return self
    def __exit__(self, t, v, tb): print("exit", t and t.__name__); return t is ZeroDivisionError
print(Base.make("a", 3), sorted([A(3), A(1)]), {A(1), A(1)}, A()[1:2, ...], A()(1, 2))
with A(): 1 / 0
try: Base()
except TypeError as e: print(e)
class Desc:
    def __set_name__(self, o, n): self.n = "_" + n
    def __get__(self, i, o=None): return self if i is None else getattr(i, self.n, 0)
    def __set__(self, i, v):
        if v < 0: raise ValueError(f"{self.n[1:]} < 0")
        setattr(i, self.n, v)
class P:
    w = Desc()
    def __getattr__(self, n): return f"?{n}"
    @functools.cached_property
    def big(self): print("once"); return 42
p = P(); p.w = 5; print(p.w, p.zzz, p.big, p.big, vars(p))
class Pt(NamedTuple): x: int; y: int = 0
class Color(IntEnum): RED = 1; BLUE = 2
class Perm(Flag): R = 1; W = 2
print(Pt(1), Pt(1)._replace(y=4), Color.RED + 1, Color(2).name, Perm.R | Perm.W, Perm.R in (Perm.R | Perm.W), max(Color))
def kwonly(a, /, b, *, c=3, **d): return a, b, c, d
print(kwonly(1, b=2, e=5), kwonly.__kwdefaults__, *(x ** 2 for x in range(3)), [y for x in [[1], [2, 3]] for y in x if y != 2], {k: v for k, v in zip("ab", (1, 2))})
a, (b, *c), d = 1, (2, 3, 4), 5; print(a, b, c, d, a if b else c, not a, a < b <= 2 != 3, 7 // -2, -7 % 3, 2 ** 100, 0.1 + 0.2, 1e16, 1_000, 0xff, round(2.5), round(-1.567, 2), divmod(-7, 2), int("0b11", 0), float("1e-7"), complex(1, -2), 10 ** 20 / 3, hash("a") == hash("a"))
print("a,b,,c".split(","), " x ".strip(), "Hello".center(11, "*"), "%s %5.1f %03d %x" % ("s", 2.345, 7, 255), "{0!r:>5} {k[a]} {1.imag}".format("z", 2j, k={"a": 1}), f"{3.14159:8.3f}|{42:08b}|{-5:+d}|{1e10:g}|{0.5:%}|{'x':~^5}|{2**40:_}", "abc"[::-1], "b" in "abc", "-".join(string.ascii_lowercase[:3]), "x".encode(), b"\x00a", repr("it's"), "tab\t".expandtabs(4), "AbC".swapcase(), "a1".isalnum(), ord("a"), chr(955))
l = [3, 1, 2]; l.sort(key=operator.neg); l[1:2] = [9, 9]; del l[0]; print(l, l * 2, sorted("bca", key=str.upper, reverse=True), list(map(lambda x, y: x + y, [1], [2])), any([]), all([]), sum([[1], [2]], []), list(enumerate("ab", 1)), [*range(10, 0, -3)], slice(1, 2), set([1]) ^ {2}, frozenset([1]))
d = copy.deepcopy({"k": [1, {2}]}); d.setdefault("z", []).append(1); print(d, d.pop("q", None), {**d, "k": 0}, dict.fromkeys("ab", 0), list(d.items()))
class E(Exception):
    def __init__(self, code): super().__init__(f"code {code}"); self.code = code
try:
    try: raise E(3)
    except E as e: raise KeyError("k") from e
    finally: print("fin")
except (KeyError, ValueError) as e: print(repr(e), e.__cause__.code, type(e).__mro__[1].__name__)
def outer():
    n = 0
    def inc(): nonlocal n; n += 1; return n
    return inc
i = outer(); i(); print(i()); assert i() == 3, "three"
def f(d): return f(d - 1) if d else undefined_name
f(2)
