"""torch.nn.attention: which back ends `F.scaled_dot_product_attention` may use. On the host those are the fused kernel and
the plain form in operators. Leaves out: priorities (the host has one order), flex attention, bias classes."""
import contextlib

import torch
from torch.backends import cuda as _switches


class SDPBackend:
    __members__ = {}

    def __init__(self, value):
        self.value = value

    @property
    def name(self):
        return next((n for n, b in SDPBackend.__members__.items() if b.value == self.value), "???")

    def __int__(self):
        return self.value

    __index__ = __hash__ = __int__

    def __eq__(self, other):
        return isinstance(other, SDPBackend) and other.value == self.value

    def __repr__(self):
        return f"<SDPBackend.{self.name}: {self.value}>"

    def __str__(self):
        return f"SDPBackend.{self.name}"


for _value, _name in enumerate(["ERROR", "MATH", "FLASH_ATTENTION", "EFFICIENT_ATTENTION", "CUDNN_ATTENTION", "OVERRIDEABLE"], -1):
    SDPBackend.__members__[_name] = SDPBackend(_value)
    setattr(SDPBackend, _name, SDPBackend.__members__[_name])

_backend_names = {
    "cudnn": SDPBackend.CUDNN_ATTENTION,
    "flash": SDPBackend.FLASH_ATTENTION,
    "mem_efficient": SDPBackend.EFFICIENT_ATTENTION,
    "math": SDPBackend.MATH,
    "overrideable": SDPBackend.OVERRIDEABLE,
}


def _choose(backends):
    for name, backend in _backend_names.items():
        _switches._switch(name, backend in backends)


@contextlib.contextmanager
def sdpa_kernel(backends, set_priority=False):
    if not isinstance(backends, (list, SDPBackend)):
        raise AssertionError(
            f"Backend must be an instance of SDPBackend or a list of SDPBackend instances, got {type(backends).__name__}"
        )
    if isinstance(backends, SDPBackend):
        backends = [backends]
    before = [b for name, b in _backend_names.items() if _switches._allowed[name]]
    try:
        _choose(backends)
        yield {}
    finally:
        _choose(before)
