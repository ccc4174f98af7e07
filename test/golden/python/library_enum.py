# Enumerations and flags: what they print, refuse and combine.
from enum import *
import enum
class Color(Enum):
    RED = 1
    GREEN = 2
    CRIMSON = 1
print(Color.RED, repr(Color.RED), Color(1), Color['GREEN'], list(Color), Color.CRIMSON is Color.RED, Color.__members__)
for bad in (lambda: Color(5), lambda: Color['X'], lambda: Color.X):
    try: bad()
    except Exception as e: print(type(e), e)
try: Color.RED = 3
except Exception as e: print(type(e), e)
try: Color.RED.value = 3
except Exception as e: print(type(e), e)
class Perm(Flag):
    R = auto(); W = auto(); X = auto()
    RW = R | W
print(Perm.R | Perm.X, repr(Perm.R | Perm.X), Perm.RW, Perm(0), ~Perm.R, Perm.R in Perm.RW, list(Perm.RW), bool(Perm(0)), Perm.R ^ Perm.RW, len(Perm.RW), Perm(7), Perm.RW.name, (Perm.R|Perm.X).name, (Perm.R|Perm.X).value)
try: Perm(8)
except Exception as e: print(type(e), e)
class I(IntFlag):
    A = 1; B = 2
print(I.A | I.B, repr(I.A | 8), I.A + 1, I(3), repr(I(8)), I.A == 1, I.A | 4)
class S(StrEnum):
    FOO = auto(); BAR = 'b'
print(S.FOO, repr(S.FOO), S.FOO == 'foo', S.BAR.upper(), f'{S.BAR}', S('b'))
class N(IntEnum):
    ONE = 1; TWO = 2
print(N.ONE, repr(N.ONE), N.ONE + 1, N.ONE < N.TWO, f'{N.ONE:03d}', '%d' % N.TWO, sorted([N.TWO, N.ONE]))
try:
    @unique
    class D(Enum): A = 1; B = 1
except ValueError as e: print(e)
class Miss(Enum):
    A = 'a'
    @classmethod
    def _missing_(cls, v): return cls.A if v == 'x' else None
print(Miss('x'))
try: Miss('q')
except ValueError as e: print(e)
class Planet(Enum):
    E = (1, 2); M = (3, 4)
    def __init__(self, m, r): self.m = m; self.r = r
    @property
    def d(self): return self.m / self.r
print(Planet.E.d, Planet.E.value, Planet((3, 4)))
class Auto(Enum):
    def _generate_next_value_(name, start, count, last): return name.lower()
    A = auto(); B = auto()
print(list(Auto))
try:
    class Sub(Color): pass
except TypeError as e: print(e)
F = Enum('F', 'A B C'); print(list(F)); G = Enum('G', {'a': 5}); print(list(G)); H = IntEnum('H', ['p', 'q'], start=5); print(list(H))
class O(Enum):
    A = 1
    def f(self): return self.name
    @staticmethod
    def g(): return 3
    _ignore_ = ['q']
    q = 3
print(O.A.f(), O.g(), len(O), O.A in O, isinstance(O.A, O), dir(O.A)[-3:], O.A.__class__, type(O), hash(O.A) == hash('A'))
print({Color.RED: 1}, Color.RED == 1, Color.RED != Color.GREEN, Color.RED is not None)
try: Color.RED < Color.GREEN
except TypeError as e: print(e)
try: print(1 in Color)
except TypeError as e: print(e)
print(Color.RED.name, Color.RED.value, Color.RED._value_, Color.__name__, Color.RED.__doc__, Color.__doc__)
class Mixed(float, Enum): A = 1.5
print(Mixed.A, Mixed.A * 2, repr(Mixed.A))
class Strict(Flag, boundary=STRICT): A = 1
try: Strict(4)
except ValueError as e: print(e)
class Conf(Flag, boundary=CONFORM): A = 1
print(Conf(5))
class Keep(Flag, boundary=KEEP): A = 1
print(Keep(5), repr(Keep(5)))
print(Color.__iter__, reversed(Color).__class__) if False else print(list(reversed(Color)))
class M2(Enum):
    A = member(1) if hasattr(enum, 'member') else 1
    B = nonmember(2)
print(list(M2), M2.B)


# auto() after values that do not sort, or of which the newest is not the largest.
import warnings

warnings.simplefilter("ignore")


class Falling(enum.Enum):
    X = 5
    Y = 1
    Z = enum.auto()
    W = enum.auto()


class Mixed(enum.Enum):
    X = 1
    Y = "g"
    Z = enum.auto()
    N = None
    W = enum.auto()


class Words(enum.Enum):
    X = "a"
    Y = enum.auto()
    F = 1.5
    Z = enum.auto()


for kind in (Falling, Mixed, Words):
    print([(m.name, m.value) for m in kind])
