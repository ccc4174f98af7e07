# Generic classes, protocols, typed dictionaries, named tuples, new types and overloads; what typing's forms say and hold.
from typing import *
import typing
class P(Protocol):
    def f(self) -> int: ...
class A:
    def f(self): return 1
try: isinstance(A(), P)
except TypeError as e: print(e)
@runtime_checkable
class R(Protocol):
    x: int
    def f(self): ...
class B:
    x = 1
    def f(self): pass
print(isinstance(B(), R), isinstance(A(), R), isinstance(3, R))
try: P()
except TypeError as e: print(e)
class NT(NamedTuple):
    a: int
    b: str = 'x'
    def up(self): return self.b.upper()
n = NT(1); print(n, n.up(), n._asdict(), n._replace(a=3), NT._fields, NT._field_defaults, NT.__annotations__, n == (1, 'x'), NT._make([1, 2]))
try: NT()
except TypeError as e: print(e)
class TD(TypedDict, total=False):
    a: int
    b: Required[str]
print(TD(a=1), TD.__annotations__, TD.__total__, sorted(TD.__required_keys__), sorted(TD.__optional_keys__), type(TD(a=1)))
T = TypeVar('T'); K = TypeVar('K', bound=int); C2 = TypeVar('C2', int, str)
class Stack(Generic[T]):
    def __init__(self): self.i = []
    def push(self, x: T) -> None: self.i.append(x)
print(Stack[int], Stack[int]().i, Stack.__parameters__, Stack[int].__origin__, Stack[int].__args__, T, K.__bound__, C2.__constraints__)
print(List[int], Dict[str, int], Optional[int], Union[int, str], Union[int, None], Callable[[int], str], Tuple[int, ...], Any, Literal['a', 1], Type[int], Sequence[int], Iterable, ClassVar[int], Final[int])
print(get_origin(List[int]), get_args(Dict[str, int]), get_origin(Union[int, str]), get_args(Callable[[int], str]), get_origin(int))
def f(a: int, b: 'str', c: Optional[int] = None) -> List[int]: pass
print(get_type_hints(f))
print(cast(int, 'x'), NewType('U', int)(3), TYPE_CHECKING)
@overload
def g(x: int) -> int: ...
@overload
def g(x: str) -> str: ...
def g(x): return x
print(g(1))
@final
class FF: pass
print(Union[int, int], Union[int, Union[str, int]], Optional[None], List[T][int], Dict[K, T][int, str])
print(Annotated[int, 'meta'], get_type_hints(NT), Annotated[int, 'm'].__metadata__)
UserId = NewType('UserId', int); print(UserId, UserId.__name__, UserId.__supertype__)
try: isinstance(1, List[int])
except TypeError as e: print(e)
try: List[int]()
except TypeError as e: print(e)
print(list[int], dict[str, int] | None, int | str, isinstance(1, int | str))
print(ParamSpec('P'), TypeAlias, Self, Never, NoReturn, LiteralString) if hasattr(typing, 'Self') else None
print(Generic, Protocol, NamedTuple, assert_never, reveal_type) if False else None
try: assert_never(3)
except AssertionError as e: print(e)
print(SupportsInt, isinstance(3, SupportsInt), isinstance(3, Hashable), isinstance([], Iterable), isinstance({}, Mapping))
class G2(Generic[T, K]): pass
print(G2[int, str], G2.__mro__)
try: G2[int]
except TypeError as e: print(e)
class G3(Stack[int]): pass
print(G3.__orig_bases__, G3.__bases__)
print(get_overloads(g)) if False else None
print(Annotated[int, "m"].__origin__, get_args(Annotated[int, 1, 2]), Annotated[Annotated[int, 1], 2])

print(Optional[int] == (int | None), (int | None) == Optional[int], Union[int, str] == Union[str, int], (int | str) == (str | int), Union[int | str, None], Optional[int] != Union[int, str])
print({Optional[int]: 1}[int | None], len({Optional[int], int | None, Union[None, int]}))
print(Literal[1, 2] == Literal[2, 1], Literal[1] == Literal[True], Literal["a"] == Literal["a"], Literal["a"] == "a")
