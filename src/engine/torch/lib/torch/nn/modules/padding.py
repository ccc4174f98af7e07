"""Padding layers: one class a mode and number of dimensions."""
import torch.nn.functional as F

from .module import Module
from .utils import _ntuple


class _Pad(Module):
    mode = "constant"
    dims = 1

    def __init__(self, padding):
        super().__init__()
        self.padding = _ntuple(2 * self.dims)(padding)

    def forward(self, input):
        if self.mode == "circular":
            self._check_input_dim(input)
        return F.pad(input, self.padding, self.mode)

    def _check_input_dim(self, input):
        low = self.dims + 1
        if input.dim() not in (low, low + 1):
            raise ValueError(f"expected {low}D or {low + 1}D input (got {input.dim()}D input)")

    def extra_repr(self):
        return f"{self.padding}"


class _ConstantPad(_Pad):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class _ZeroPad(_ConstantPad):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return f"{self.padding}"


def _make(kind, base, dims, mode="constant"):
    return type(f"{kind}Pad{dims}d" if kind in ("Constant", "Zero", "Circular") else f"{kind}{dims}d", (base,), {"dims": dims, "mode": mode})


CircularPad1d, CircularPad2d, CircularPad3d = (_make("Circular", _Pad, n, "circular") for n in (1, 2, 3))
ConstantPad1d, ConstantPad2d, ConstantPad3d = (_make("Constant", _ConstantPad, n) for n in (1, 2, 3))
ZeroPad1d, ZeroPad2d, ZeroPad3d = (_make("Zero", _ZeroPad, n) for n in (1, 2, 3))
ReflectionPad1d, ReflectionPad2d, ReflectionPad3d = (_make("ReflectionPad", _Pad, n, "reflect") for n in (1, 2, 3))
ReplicationPad1d, ReplicationPad2d, ReplicationPad3d = (_make("ReplicationPad", _Pad, n, "replicate") for n in (1, 2, 3))
