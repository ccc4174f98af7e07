"""torch.autograd: gradients from Python."""
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


class set_detect_anomaly:
    """Anomaly mode looks for NaN behind every node and keeps the forward's tracebacks: it can be off only."""

    def __init__(self, mode, check_nan=True):
        if mode:
            torch._C._refuse(f"torch.autograd.{type(self).__name__}: NaN in the backward is not looked for here")

    def __enter__(self):
        pass

    def __exit__(self, *args):
        pass


class detect_anomaly(set_detect_anomaly):
    def __init__(self, check_nan=True):
        super().__init__(True, check_nan)
