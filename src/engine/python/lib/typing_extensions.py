"""typing_extensions, which PyTorch brings along: what 3.11's typing has, and the newer names that programs use.

Leaves out: forms of later Pythons that nobody asks for (IntVar, TypeForm, Doc, get_annotations).
"""
import functools
import warnings
import typing
from typing import *
from typing import assert_never, assert_type, final, override, runtime_checkable

runtime = runtime_checkable

class deprecated:
    def __init__(self, message, /, *, category=DeprecationWarning, stacklevel=1):
        if not isinstance(message, str):
            raise TypeError(f"Expected an object of type str for 'message', not {type(message).__name__!r}")
        self.message = message
        self.category = category
        self.stacklevel = stacklevel

    def __call__(self, arg, /):
        msg, category, level = self.message, self.category, self.stacklevel
        if category is None:
            arg.__deprecated__ = msg
            return arg
        if isinstance(arg, type):
            made = arg.__new__
            def __new__(cls, /, *args, **kwargs):
                if cls is arg:
                    warnings.warn(msg, category=category, stacklevel=level + 1)
                return made(cls, *args, **kwargs) if made is not object.__new__ else made(cls)
            arg.__new__ = staticmethod(__new__)
            arg.__deprecated__ = __new__.__deprecated__ = msg
            return arg
        if not callable(arg):
            raise TypeError(f'@deprecated decorator with non-None category must be applied to a class or callable, not {arg!r}')
        @functools.wraps(arg)
        def wrapper(*args, **kwargs):
            warnings.warn(msg, category=category, stacklevel=level + 1)
            return arg(*args, **kwargs)
        arg.__deprecated__ = wrapper.__deprecated__ = msg
        return wrapper
