"""Corners of the standard library and of class bodies: what a namespace, a flag, a counter or a view does at its edges."""
import contextlib
import dataclasses
import enum
import functools
import io
import itertools
import traceback
from collections import Counter, deque, namedtuple


def show(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)


class Access(enum.Flag):
    SEE = enum.auto()
    ADD = enum.auto()
    DROP = enum.auto()
    EDIT = SEE | ADD


print(Access.SEE | Access.DROP, repr(Access.EDIT), ~Access.SEE, list(Access.EDIT), Access.SEE in Access.EDIT, Access(0), len(Access))
show(lambda: Access(16))
show(lambda: 3 in Access.SEE)


class Bits(enum.IntFlag):
    LOW = 1
    HIGH = 4


print(Bits.LOW | 8, repr(Bits.LOW | 8), ~Bits.LOW, Bits.HIGH + 1, Bits(5))


class Mode(enum.Enum):
    FAST = "f"
    SLOW = "s"

    @classmethod
    def _missing_(cls, value):
        return cls.FAST if value == "F" else None


show(lambda: Mode("F"))
show(lambda: Mode("q"))
show(lambda: Mode.NONE)
print(Mode.__members__)


def more():
    class More(Mode):
        THIRD = "t"


def twice():
    class Again(enum.Enum):
        A = 1
        A = 2


show(more)
show(twice)


class Loud(dict):
    def __setitem__(self, key, value):
        if not key.startswith("__"):
            print("body sets", key)
            value = value * 2 if isinstance(value, int) else value
        super().__setitem__(key, value)


class Meta(type):
    @classmethod
    def __prepare__(mcls, name, bases):
        return Loud()


class Doubled(metaclass=Meta):
    size = 3
    area = size * size


print(Doubled.size, Doubled.area)


class Left:
    pass


class Right(Left):
    pass


show(lambda: type("Knot", (Left, Right), {}))
print(Left.__subclasses__())
show(lambda: type("Plain", (Left,), {}, colour="red"))


def kind(v):
    match v:
        case 1, 2:
            return "pair of numbers"
        case first, *_, "end":
            return f"from {first} to end"
        case "long" " name": return "joined"
        case {"k": [x, *rest], **others} if rest:
            return x, rest, others
        case int(n) | float(n): return f"number {n}"
        case _: return "other"


for v in [(1, 2), ["a", 5, "end"], "long name", {"k": [1, 2], "z": 0}, 7, 2.5, None]:
    print(kind(v))

c = Counter("mississippi")
c.subtract("miss")
print(+c, -Counter(a=-2, b=1), c - Counter(i=1), Counter(a=1) < Counter(a=2, b=1), Counter(x=0) == Counter())
c += Counter(z=3)
print(c)

d = {"a": 1, "b": [2]}
print(d.items() >= {("a", 1)}, d.keys() < {"a", "b", "c"}, d.keys() != {"a"}, d.values() == d.values())

Point = namedtuple("Point", "x y", defaults=[0])
show(lambda: namedtuple("Bad", "for"))
show(lambda: setattr(Point(1), "x", 2))
print(namedtuple("Odd", ["a", "def", "a"], rename=True)._fields)
show(lambda: deque([1, 2]).remove(9))
print(itertools.count(4), itertools.count(1, 2), itertools.repeat("r", 2), itertools.repeat(0))
show(lambda: list(itertools.islice([1], -1)))


class Shapes:
    @functools.singledispatchmethod
    def name(self, v):
        return "thing"

    @name.register
    def _(self, v: int):
        return "whole"

    @name.register(list)
    def _(self, v):
        return "row"


print([Shapes().name(v) for v in (1, True, [], "s")])


@functools.lru_cache
def half(v):
    return v / 2


print(half(4), half(4.0), half(4), half.cache_info())

out = io.StringIO()
with contextlib.redirect_stdout(out):
    print("kept", 1)
print(repr(out.getvalue()))


@dataclasses.dataclass
class Box:
    width: int
    labels: list = dataclasses.field(default_factory=list)
    depth: float = dataclasses.field(default=1.0, kw_only=True)


print(Box.__doc__, dataclasses.fields(Box)[0].metadata)

try:
    raise ValueError("noted")
except ValueError as e:
    e.add_note("first note")
    print("".join(traceback.format_exception_only(e)).splitlines()[-1])

for spec in ("<06", "^07", ">06.1f", "*<6"):
    print(repr(format(-2.5, spec)), repr(format(12, spec.replace(".1f", ""))))
print({(1, 2), (0, 1), (5, 5)}, {0.5, 2.5, 0.25}, {2**61, 5, 2**70, -3}, hash(frozenset([1, (2, 3)])))
show(lambda: "é".encode("ascii"))
show(lambda: b"ab\xff".decode())
show(lambda: b"ab\xe2\x82".decode())
show(lambda: ",".join(3))
show(lambda: [1].sort(1))
show(lambda: sorted())
show(lambda: vars(1))


class Metres(float):
    def __sub__(self, other):
        return f"{float(self)} less {float(other)}"

    def __rsub__(self, other):
        return f"{float(other)} without {float(self)}"

    def __round__(self, digits=None):
        return f"about {float(self)} ({digits})"


print(5 - Metres(2), 5.5 - Metres(2), Metres(2) - 5, round(Metres(2.5)), round(Metres(2.5), 1), 2 + Metres(1), (2).__add__(1.0), (2.0).__add__(1))
