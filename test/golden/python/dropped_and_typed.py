"""Generators that a loop leaves behind at break and return; hints and forms of typing; hexadecimal floats."""
def g():
    try:
        for i in range(5):
            yield i
    finally:
        print("closed")
for x in g():
    if x == 2: break
print("after")
def f():
    for x in g():
        for y in g():
            if y == 1: return x + y
print(f())
class D:
    def __iter__(self):
        try:
            for i in range(3): yield i
        finally: print("iter closed")
for x in D():
    break
d = D()
for x in d:
    print(x)
    if x: break
else: print("no")
def lines():
    try: yield 1
    except GeneratorExit: print("exit"); raise
    finally: raise ValueError("ignored")
for l in lines(): break
print("end")
def nested():
    for x in g():
        try:
            if x == 1: break
        finally: print("fin", x)
    return "ok"
print(nested())
for x in g():
    if x == 1: continue
    print(x)
def f(a: int, *args: str, k: float = 1, **kw: bytes) -> None: pass
print(f.__annotations__)
from contextlib import contextmanager
@contextmanager
def cm():
    print("in")
    try:
        yield 1
    finally:
        print("out")
def lines():
    with cm() as c:
        for i in range(3):
            yield i
for l in lines():
    print(l)
    break
print("end")

from typing import *
print(Optional["X"], List["Foo"], Union["A", int], Dict[str, "B"], Callable[["X"], "Y"], ForwardRef("Z"))
try: List[1,2,3]
except TypeError as e: print(e)
try: Optional[1,2]
except TypeError as e: print(e)
try: Dict[int]
except TypeError as e: print(e)
try: Optional[3]
except TypeError as e: print(e)
try: Union[()]
except TypeError as e: print(e)
class M(TypedDict): 
    a: int
print(is_typeddict(M), M.__required_keys__, get_type_hints(M), M(a=1)["a"])
class Node:
    nxt: "Optional[Node]" = None
    val: int = 0
print(get_type_hints(Node))
try: Any()
except TypeError as e: print(e)
try: isinstance(1, List[int])
except TypeError as e: print(e)
try: class_ = Generic()
except TypeError as e: print(e)
print(List, Dict, Tuple, Set, FrozenSet, Type, Deque[int], DefaultDict[str, int], Counter[str], OrderedDict[str,int], ChainMap, Iterator[int], Generator[int, None, str], Awaitable[int], Mapping[str, int], AsyncIterator, Pattern[str], IO[str], Text, AnyStr, Hashable, Sized, SupportsInt)
T = TypeVar("T"); U = TypeVar("U", int, str); V = TypeVar("V", covariant=True); print(T, U.__constraints__, V, Dict[T, U][int, str], List[T][int], repr(Tuple[()]), Tuple[int], tuple[int, ...])
class Box(Generic[T]): 
    def __init__(self, v: T): self.v = v
class IntBox(Box[int]): pass
print(Box[int](3).v, IntBox.__orig_bases__, IntBox.__mro__, get_args(Box[int]), Box[T], get_origin(Box[int]) is Box)
print(get_type_hints(Box.__init__), Literal["a"] == Literal["a"], get_type_hints(lambda x: x), Annotated[int, 5].__metadata__, get_type_hints(Node, include_extras=True))
def f(x: int = None, *args: str, key: "list[int]" = (), **kw) -> "dict": pass
import inspect
print(inspect.signature(f), get_type_hints(f))
P = ParamSpec("P")
def deco(fn: Callable[P, T]) -> Callable[P, T]:
    def inner(*args: P.args, **kwargs: P.kwargs) -> T: return fn(*args, **kwargs)
    return inner
print(deco(lambda: 3)(), P.args, P.kwargs, Callable[P, int])

for t in ("0x1.8p1","0x.1","-0x1p-1074","0x1.fffffffffffffp1023","1.8","0x1p-1075","0x1.fffffffffffff8p0","inf","-nan"," 0x10 ","0xap3"):
    print(t, float.fromhex(t))
for t in ("q","0x","0x1p1024","1.2.3"):
    try: print(float.fromhex(t))
    except Exception as e: print(type(e).__name__, e)
x=3.14159; print(float.fromhex(x.hex())==x)
import types
m = types.MappingProxyType({"a": 1}); print(m, type(m), type(m).__name__)
try: m["b"] = 2
except TypeError as e: print(e)
