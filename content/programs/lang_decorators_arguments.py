# Decorators, default, keyword-only and positional-only arguments, star forms, dataclasses.
import functools
from dataclasses import dataclass, field


def logged(fn):
    @functools.wraps(fn)
    def wrapper(*args, **kwargs):
        print(fn.__name__, args, kwargs)
        return fn(*args, **kwargs)

    return wrapper


@logged
def area(width, /, height=2, *, scale=1):
    return width * height * scale


print(area(3), area(3, 4, scale=2), area(*[2], **{"height": 5}))
try:
    area(3, 4, 5)
except TypeError as error:
    print(error)


@dataclass
class Config:
    layers: int
    width: int = 64
    tags: list = field(default_factory=list)


print(Config(2), Config(2) == Config(2, 64), Config(3, tags=["a"]).tags)
print(functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]), (lambda *a, **k: (a, k))(1, x=2))
if (n := len("walrus")) > 5:
    print(n)
