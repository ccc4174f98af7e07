"""torch.nn: layers, losses, containers. What a program does not use is not loaded."""
from torch._C import _import

from torch.nn import modules
from torch.nn.parameter import Buffer, Parameter

_SUBMODULES = ("functional", "init", "utils", "parameter", "parallel", "attention")


def __getattr__(name):
    if name in _SUBMODULES:
        return _import("torch.nn." + name)
    try:
        value = getattr(modules, name)
    except AttributeError:
        raise AttributeError(f"module 'torch.nn' has no attribute '{name}'") from None
    globals()[name] = value
    return value
