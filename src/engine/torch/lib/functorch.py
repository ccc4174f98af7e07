"""functorch, the older name of torch.func: the same functions, each with its deprecation warning. What they do lies in torch.func."""
import functools
import warnings
import torch.func as _func


def _older(name):
    newer = getattr(_func, name)

    @functools.wraps(newer)
    def call(*args, **kwargs):
        warnings.warn(
            "We've integrated functorch into PyTorch. As the final step of the integration, "
            f"`functorch.{name}` is deprecated as of PyTorch 2.0 and will be deleted in a future version of PyTorch >= 2.3. "
            f"Please use `torch.func.{name}` instead; see the PyTorch 2.0 release notes and/or the `torch.func` migration guide "
            "for more details https://pytorch.org/docs/main/func.migrating.html",
            FutureWarning,
            stacklevel=2,
        )
        return newer(*args, **kwargs)

    return call


grad, grad_and_value, vmap, vjp, jvp, jacrev, jacfwd, hessian = [
    _older(name) for name in ("grad", "grad_and_value", "vmap", "vjp", "jvp", "jacrev", "jacfwd", "hessian")
]


def __getattr__(name):
    if name in ("FunctionalModule", "FunctionalModuleWithBuffers", "combine_state_for_ensemble", "functionalize", "make_functional", "make_functional_with_buffers", "make_fx"):
        from torch._C import _refuse
        _refuse(f"functorch.{name}")
    raise AttributeError(f"module 'functorch' has no attribute '{name}'")
