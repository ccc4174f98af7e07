"""Function: an operation whose forward and backward are written in Python."""
from torch._C import _autograd

FunctionCtx = _autograd.FunctionCtx


def _bound(forward, args, kwargs):
    """All that a forward without context takes, its defaults too."""
    code = getattr(forward, "__code__", None)
    if code is not None and not kwargs and len(args) == code.co_argcount and not code.co_kwonlyargcount:
        return args
    import inspect
    bound = inspect.signature(forward).bind(*args, **kwargs)
    bound.apply_defaults()
    for name in bound.kwargs:
        raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
    return bound.args


def _placed(forward, args, kwargs):
    """Named arguments at their places behind the others: the node knows its inputs by number."""
    names = forward.__code__.co_varnames[1:forward.__code__.co_argcount]
    for name in kwargs:
        if name not in names:
            raise TypeError(f"forward() got an unexpected keyword argument '{name}'")
        if names.index(name) < len(args):
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    for i in range(len(args), 1 + max(names.index(name) for name in kwargs)):
        if names[i] not in kwargs:
            raise TypeError(f"forward() missing required argument: '{names[i]}' (position {i})")
        args = (*args, kwargs[names[i]])
    return args


class Function:
    def __init__(self, *args, **kwargs):
        from torch.autograd._rules import made
        made(self)

    @staticmethod
    def forward(*args, **kwargs):
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx, inputs, output):
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx, *grad_outputs):
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it with backward mode AD.")

    generate_vmap_rule = False

    @staticmethod
    def jvp(ctx, *grad_inputs):
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with forward mode AD.")

    @staticmethod
    def vmap(info, in_dims, *args):
        raise NotImplementedError("To use autograd.Function with vmap, you must either override the vmap staticmethod or set generate_vmap_rule=True.")

    @staticmethod
    def _transformed(cls, *args):
        from torch.autograd._rules import transformed
        return transformed(cls, args)

    @classmethod
    def apply(cls, *args, **kwargs):
        if cls.setup_context is not Function.setup_context:
            args = _bound(cls.forward, args, kwargs)
        elif kwargs:
            args = _placed(cls.forward, args, kwargs)
        return _autograd.apply(cls, *args)


def once_differentiable(fn):
    from torch.autograd._rules import once
    return once(fn)
