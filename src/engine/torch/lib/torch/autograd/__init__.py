"""torch.autograd: gradients from Python."""
import warnings

import torch
from torch._C import _autograd

from . import functional, graph
from .function import Function, once_differentiable
from .grad_mode import enable_grad, inference_mode, no_grad, set_grad_enabled


def backward(tensors, grad_tensors=None, retain_graph=None, create_graph=False, grad_variables=None, inputs=None):
    _autograd.backward(tensors, grad_tensors, retain_graph, create_graph, inputs)


def grad(outputs, inputs, grad_outputs=None, retain_graph=None, create_graph=False, only_inputs=True, allow_unused=None,
         is_grads_batched=False, materialize_grads=False):
    if is_grads_batched:
        torch._C._refuse("is_grads_batched is not supported here")
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.")
    return _autograd.grad(outputs, inputs, grad_outputs, retain_graph, create_graph, allow_unused, materialize_grads)


class _AnyTensor(type):
    def __instancecheck__(cls, other):
        return isinstance(other, torch.Tensor)


class Variable(metaclass=_AnyTensor):
    """The name that tensors with gradients had before 0.4: calling it detaches."""

    def __new__(cls, data, requires_grad=False, volatile=False):
        made = data.detach()
        return made.requires_grad_() if requires_grad else made


_checks_nan = [True]


def _set_anomaly(mode, check_nan=True):
    """What torch.set_anomaly_enabled does."""
    if not isinstance(mode, bool) or not isinstance(check_nan, bool):
        raise TypeError(f"enabled must be a bool (got {type(mode).__name__})" if not isinstance(mode, bool) else f"check_nan must be a bool (got {type(check_nan).__name__})")
    _checks_nan[0] = check_nan
    _autograd.set_anomaly_enabled(mode, check_nan)


class set_detect_anomaly:
    """Whether the backward looks for NaN behind every node, from now on or inside a `with`."""

    def __init__(self, mode, check_nan=True):
        self.prev, self.prev_check_nan = _autograd.is_anomaly_enabled(), _checks_nan[0]
        _set_anomaly(mode, check_nan)

    def __enter__(self):
        pass

    def __exit__(self, *args):
        _set_anomaly(self.prev, self.prev_check_nan)


class detect_anomaly:
    def __init__(self, check_nan=True):
        self.prev, self.prev_check_nan, self.check_nan = _autograd.is_anomaly_enabled(), _checks_nan[0], check_nan
        warnings.warn("Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging.",
                      stacklevel=2)

    def __enter__(self):
        _set_anomaly(True, self.check_nan)

    def __exit__(self, *args):
        _set_anomaly(self.prev, self.prev_check_nan)


def __getattr__(name):
    if name == "profiler":
        return torch._C._import("torch.autograd.profiler")
    if name in ("gradcheck", "gradgradcheck"):
        return getattr(torch._C._import("torch.autograd._checks"), name)
    return torch._C._missing("torch.autograd", name)
