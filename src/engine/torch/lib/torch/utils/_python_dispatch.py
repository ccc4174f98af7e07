"""Modes below autograd: every operator comes by `__torch_dispatch__` (dispatch_mode.ts), and the profiler's regions do."""
from torch._C import _dispatch_modes
from torch.utils import _modes


class TorchDispatchMode:
    supports_higher_order_operators = False

    def __init__(self, _dispatch_key=None):
        pass

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError()

    def __enter__(self):
        _dispatch_modes.push(self)
        _modes.append(self)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        _modes.pop()
        _dispatch_modes.pop()

    @classmethod
    def push(cls, *args, **kwargs):
        return cls(*args, **kwargs)


class ScriptObject:
    __module__ = "torch"


class _Packet:
    def __init__(self, name):
        self.__name__ = name

    def __str__(self):
        return f"profiler.{self.__name__}"

    def __repr__(self):
        return f"<OpOverloadPacket(op='profiler.{self.__name__}')>"


class _Mark:
    # `profiler::_record_function_enter_new` and its end: operators that are no part of ATen.
    namespace = "profiler"

    def __init__(self, name, overload, result):
        self._name, self._overloadname, self._result = name, overload, result
        self.__name__ = f"{name}.{overload}"
        self.overloadpacket = _Packet(name)

    def name(self):
        return f"profiler::{self._name}" + ("" if self._overloadname == "default" else f".{self._overloadname}")

    def __str__(self):
        return f"profiler.{self.__name__}"

    def __repr__(self):
        return f"<OpOverload(op='profiler.{self._name}', overload='{self._overloadname}')>"

    def __call__(self, *args, **kwargs):
        return _seen(self, args)


_enter = _Mark("_record_function_enter_new", "default", ScriptObject)
_exit = _Mark("_record_function_exit", "_RecordFunction", type(None))


def _seen(mark, args):
    if not _modes:
        return mark._result()
    mode = _modes.pop()
    _dispatch_modes.pop()
    try:
        return mode.__torch_dispatch__(mark, (), args, {})
    finally:
        _dispatch_modes.push(mode)
        _modes.append(mode)


class Region:
    def __init__(self, *args):
        self.handle = _seen(_enter, args)

    def leave(self):
        _seen(_exit, (self.handle,))
