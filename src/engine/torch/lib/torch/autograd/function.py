"""Function: an operation whose forward and backward are written in Python."""
from torch._C import _autograd

FunctionCtx = _autograd.FunctionCtx


class Function:
    def __init__(self, *args, **kwargs):
        pass

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it with backward mode AD.")

    @classmethod
    def apply(cls, *args):
        return _autograd.apply(cls, *args)


def once_differentiable(fn):
    return fn
