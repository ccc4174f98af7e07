"""torch.utils"""
from . import hooks


def __getattr__(name):
    from torch._C import _import
    if name in ("data", "checkpoint", "_pytree", "_contextlib"):
        return _import("torch.utils." + name)
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")
