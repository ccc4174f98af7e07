"""What is rarer of autograd.Function: its rules inside of transforms of torch.func, and gradients that are not differentiated again."""
import functools

import torch
from torch._C import _autograd, _functorch, _refuse
from torch.autograd.function import Function

_PAGE = "https://pytorch.org/docs/main/notes/extending.func.html"


def made(function):
    import warnings
    warnings.warn(f"{type(function)} should not be instantiated. Methods on autograd functions are all static, so you should invoke them on "
                  "the class itself. Instantiating an autograd function will raise an error in a future version of PyTorch.",
                  DeprecationWarning, stacklevel=3)


def transformed(cls, args):
    if cls.setup_context is Function.setup_context:
        raise RuntimeError("In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must override the "
                           f"setup_context staticmethod. For more details, please see {_PAGE}")
    found = _functorch._unbatched(args)
    if found is None:
        return _autograd.applied(cls, *args)
    own = cls.vmap is not Function.vmap
    if own and cls.generate_vmap_rule:
        raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it has both generate_vmap_rule=True and an overriden vmap "
                           "staticmethod. Please set generate_vmap_rule=False or delete the overriden vmap staticmethod to avoid "
                           f"ambiguity. For more details, please see {_PAGE}")
    if not own and not cls.generate_vmap_rule:
        raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it does not have vmap support. Please override and implement "
                           f"the vmap staticmethod or set generate_vmap_rule=True. For more details, please see {_PAGE}")
    return _mapped(cls, *found) if own else _autograd.applied(cls, *args)


def _mapped(cls, level, outermost, size, randomness, dims, values):
    """The program's own rule, on the values of all examples."""
    from collections import namedtuple
    if not outermost:
        _refuse("the vmap staticmethod of an autograd.Function under a gradient inside of vmap is not supported here")
    made = cls.vmap(namedtuple("VmapInfo", ["batch_size", "randomness"])(size, randomness), dims, *values)
    if not isinstance(made, tuple) or len(made) != 2:
        raise RuntimeError(f"Expected the vmap staticmethod to have two returns, an output and out_dims with pytree compatible with the output. "
                           f"Got {'a tuple of length ' + str(len(made)) if isinstance(made, tuple) else type(made)} instead")
    out, places = made
    wrap = lambda x, dim: x if dim is None else _functorch.batch(x, dim, level)
    if not isinstance(out, (tuple, list)):
        return wrap(out, places)
    if not isinstance(places, (tuple, list)):
        places = [places] * len(out)
    return type(out)([wrap(x, dim) for x, dim in zip(out, places)])


class _Delayed(Function):
    """Gradients that cannot be differentiated: who tries is told so."""

    @staticmethod
    def forward(ctx, *outputs):
        return tuple([None if x is None else x.data for x in outputs])

    @staticmethod
    def backward(ctx, *grads):
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


def once(fn):
    @functools.wraps(fn)
    def wrapper(ctx, *args, **kwargs):
        with torch.no_grad():
            outputs = fn(ctx, *args, **kwargs)
        if not torch.is_grad_enabled() or not any(isinstance(a, torch.Tensor) and a.requires_grad for a in args):
            return outputs
        marked = [x if x is None else x.detach().requires_grad_() for x in (outputs if isinstance(outputs, tuple) else (outputs,))]
        made = _Delayed.apply(*marked)
        return made if len(made) > 1 else made[0]

    return wrapper
