"""torch.utils"""
from . import hooks

# TorchDispatchModes that are open, innermost last; regions of the profiler come by them as operators.
_modes = []


def __getattr__(name):
    from torch._C import _import
    if name in ("data", "checkpoint", "_pytree", "_contextlib"):
        return _import("torch.utils." + name)
    from torch._C import _missing
    return _missing("torch.utils", name)
