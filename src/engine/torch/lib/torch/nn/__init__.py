"""torch.nn: layers, losses, containers. What a program does not use is not loaded."""
import importlib

from torch.nn import modules
from torch.nn.parameter import Buffer, Parameter

_SUBMODULES = ("functional", "init", "utils", "parameter", "parallel", "attention")


def __getattr__(name):
    if name in _SUBMODULES:
        return importlib.import_module("torch.nn." + name)
    try:
        value = getattr(modules, name)
    except AttributeError:
        raise AttributeError(f"module 'torch.nn' has no attribute '{name}'") from None
    globals()[name] = value
    return value
