"""Repeating one size for every dimension."""
from itertools import repeat


def _iterable(x):
    """Whether x is a collections.abc.Iterable: those classes take longer to make than a model's layers, and only what
    has been registered with one needs them."""
    for c in type(x).__mro__:
        if "__iter__" in c.__dict__:
            return c.__dict__["__iter__"] is not None
    import collections.abc
    return isinstance(x, collections.abc.Iterable)


def _ntuple(n):
    def parse(x):
        if _iterable(x):
            return tuple(x)
        return tuple(repeat(x, n))
    return parse


_single = _ntuple(1)
_pair = _ntuple(2)
_triple = _ntuple(3)
_quadruple = _ntuple(4)


def _reverse_repeat_tuple(t, n):
    return tuple(x for x in reversed(t) for _ in range(n))


def _list_with_default(out_size, defaults):
    if isinstance(out_size, int):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    return [v if v is not None else d for v, d in zip(out_size, defaults[-len(out_size):])]
