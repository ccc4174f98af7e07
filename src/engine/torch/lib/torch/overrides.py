"""torch.overrides: questions about tensor-like objects, and modes that see every call (torch_function.ts)."""
import torch
from torch._C import _overrides


def _stub(call):
    def run(*args, **kwargs):
        return call(args, kwargs)

    return run


def has_torch_function(relevant_args):
    return _overrides.overriding(tuple(relevant_args))


def has_torch_function_unary(arg):
    return _overrides.overriding((arg,))


def has_torch_function_variadic(*args):
    return _overrides.overriding(args)


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    return _overrides.handle(public_api, tuple(relevant_args), args, kwargs)


def is_tensor_like(inp):
    return type(inp) is torch.Tensor or hasattr(inp, "__torch_function__")


class TorchFunctionMode:
    def __init__(self):
        pass

    def __torch_function__(self, func, types, args=(), kwargs=None):
        raise NotImplementedError()

    def __enter__(self):
        _overrides.install()
        _overrides.push(self)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        _overrides.pop()


class BaseTorchFunctionMode(TorchFunctionMode):
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func(*args, **(kwargs or {}))
