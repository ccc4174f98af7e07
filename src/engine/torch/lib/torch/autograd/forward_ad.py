"""torch.autograd.forward_ad: tensors that carry a tangent, for a while; after torch/autograd/forward_ad.py."""
from collections import namedtuple

import torch
from torch._C import _forward
from torch.autograd.grad_mode import _DecoratorContext

_open = []


def enter_dual_level():
    if _open:
        raise RuntimeError("Nested forward mode AD is not supported at the moment")
    _open.append(_forward.enter())
    return 0


def exit_dual_level(*, level=None):
    if level is not None and level != len(_open) - 1:
        raise RuntimeError("Trying to exit a forward AD level that was not the last one that was created. This is not supported.")
    if not _open:
        raise RuntimeError("Trying to exit a forward AD level but no level exists")
    _forward.leave(_open.pop())


def make_dual(tensor, tangent, *, level=None):
    if not _open:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.")
    for what, x in (("primal", tensor), ("tangent", tangent)):
        if not (x.is_floating_point() or x.is_complex()):
            raise ValueError(f"Expected {what} to be floating point or complex, but got: {x.dtype}")
    return _forward.make_dual(tensor, tangent, _open[-1])


UnpackedDualTensor = namedtuple("UnpackedDualTensor", ["primal", "tangent"])
UnpackedDualTensor.__module__ = "torch.autograd.forward_ad"


def unpack_dual(tensor, *, level=None):
    if not _open:
        return UnpackedDualTensor(tensor, None)
    return UnpackedDualTensor(*_forward.unpack_dual(tensor, _open[-1], "Identity"))


class dual_level(_DecoratorContext):
    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, exc_type, exc_value, traceback):
        exit_dual_level()


def __getattr__(name):
    torch._C._missing("torch.autograd.forward_ad", name)
