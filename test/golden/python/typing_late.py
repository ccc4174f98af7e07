# Forms that are made when they are first named, in every way of naming them.
import typing
from typing import *
from typing import Callable as C, IO

print(Callable[[int], str], C is typing.Callable is Callable, Iterable[int], AbstractSet[str], ContextManager[int])
print(ChainMap[str, int], Pattern[str], Match[str], typing.Mapping[str, List[int]], IO[str], TextIO, BinaryIO.__mro__[1])
print(isinstance(len, Callable), isinstance([], Sequence), isinstance(3, Hashable), issubclass(dict, Mapping), isinstance("a", typing.Pattern))
print(get_origin(Iterator[int]), get_args(Callable[[int, str], bool]), Optional[Callable], "Callable" in typing.__all__)


class Box(Sequence[int]):
    def __getitem__(self, i):
        return (1, 2)[i]

    def __len__(self):
        return 2


print(list(Box()), 2 in Box(), Box().index(2), Box.__mro__[1])


def f(x: "Mapping[str, int]", g: Callable[..., int]) -> Optional[Iterator[int]]:
    return None


print(get_type_hints(f))
try:
    typing.Nothing
except AttributeError as e:
    print(e)
try:
    from typing import Nothing
except ImportError as e:
    print(type(e).__name__)
