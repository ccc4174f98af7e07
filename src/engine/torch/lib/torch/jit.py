"""torch.jit: compilation of TorchScript is not supported; marks on functions are accepted."""
import torch


def is_scripting():
    return False


def is_tracing():
    return False


def ignore(drop=False, **kwargs):
    if callable(drop):
        return drop
    return lambda fn: fn


unused = export = ignore


def script_if_tracing(fn):
    return fn


def _overload_method(func):
    # Marks a signature for TorchScript; the last definition of the method is what Python runs.
    return func


_overload = _script_if_tracing = script_if_tracing


def annotate(the_type, the_value):
    return the_value


class Final:
    def __class_getitem__(cls, item):
        return cls


class ScriptModule:
    pass


def _refuse(*args, **kwargs):
    torch._C._refuse("TorchScript is not supported here")


script = trace = script_method = load = save = freeze = _refuse
