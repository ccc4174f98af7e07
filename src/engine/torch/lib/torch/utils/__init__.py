"""torch.utils"""
from . import hooks


def __getattr__(name):
    import importlib
    if name in ("data", "checkpoint", "_pytree", "_contextlib"):
        return importlib.import_module("torch.utils." + name)
    raise AttributeError(f"module 'torch.utils' has no attribute '{name}'")
