"""torch.overrides: questions about tensor-like objects. Overriding itself is not supported here."""
import torch


def has_torch_function(args):
    return False


def has_torch_function_unary(arg):
    return False


def has_torch_function_variadic(*args):
    return False


def is_tensor_like(inp):
    return isinstance(inp, torch.Tensor)
