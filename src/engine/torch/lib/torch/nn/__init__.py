"""torch.nn: layers, losses, containers. What a program does not use is not loaded."""
from torch._C import _import, _missing

from torch.nn import modules
from torch.nn.parameter import Buffer, Parameter

_SUBMODULES = ("functional", "init", "utils", "parameter", "parallel", "attention")


def __getattr__(name):
    if name in _SUBMODULES:
        return _import("torch.nn." + name)
    if name in ("UninitializedParameter", "UninitializedBuffer"):
        return getattr(_import("torch.nn.parameter"), name)
    if name == "DataParallel":
        return _import("torch.nn.parallel").DataParallel
    if name not in modules._HOME:
        return _missing("torch.nn", name)
    value = getattr(modules, name)
    object.__setattr__(_import("torch.nn"), name, value)
    return value
