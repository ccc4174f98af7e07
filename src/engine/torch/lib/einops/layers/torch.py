"""Modules that apply a pattern. Leaves out: EinMix."""
from torch import nn

from _atlas import refuse as _refuse
from einops import EinopsError, _recipe


class _Layer(nn.Module):
    def _prepare(self, pattern, operation, axes_lengths):
        self.pattern = pattern
        self.axes_lengths = axes_lengths
        self._operation = operation
        left = pattern.split("->")[0]
        # Faults of the pattern show when the layer is made, for some number of dimensions.
        try:
            _recipe(pattern, operation, tuple(axes_lengths), _dimensions(left))
        except EinopsError as e:
            raise EinopsError(f" Error while preparing {self!r}\n {e}") from None

    def forward(self, input):
        return _recipe(self.pattern, self._operation, tuple(self.axes_lengths), input.ndim)(input, self._operation, self.axes_lengths)

    def _text(self, *first):
        parts = [repr(one) for one in first] + [f"{axis}={length}" for axis, length in self.axes_lengths.items()]
        return f"{self.__class__.__name__}({', '.join(parts)})"


def _dimensions(left):
    inside, n = False, 0
    for word in left.replace("(", " ( ").replace(")", " ) ").split():
        if word == "(":
            inside = True
            n += 1
        elif word == ")":
            inside = False
        elif not inside:
            n += 1
    return n


class Rearrange(_Layer):
    def __init__(self, pattern, **axes_lengths):
        super().__init__()
        self._prepare(pattern, "rearrange", axes_lengths)

    def __repr__(self):
        return self._text(self.pattern)


class Reduce(_Layer):
    def __init__(self, pattern, reduction, **axes_lengths):
        super().__init__()
        self.reduction = reduction
        self._prepare(pattern, reduction, axes_lengths)

    def __repr__(self):
        return self._text(self.pattern, self.reduction)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'einops.layers.torch' has no attribute {name!r}")
    _refuse(f"einops.layers.torch.{name}")
