"""Parameter and Buffer: tensors that a Module registers by itself when they are assigned as attributes."""
import torch
from torch._C import _import


class _ParameterMeta(type(torch.Tensor)):
    """Parameters of other tensor classes keep their class and carry a mark."""

    def __instancecheck__(self, instance):
        if self is Parameter and isinstance(instance, torch.Tensor) and getattr(instance, "_is_param", False):
            return True
        return super().__instancecheck__(instance)


class Parameter(torch.Tensor, metaclass=_ParameterMeta):
    def __new__(cls, data=None, requires_grad=True):
        if data is None:
            data = torch.empty(0)
        if type(data) is torch.Tensor or type(data) is Parameter:
            return torch.Tensor._make_subclass(cls, data, requires_grad)
        t = data.detach().requires_grad_(requires_grad)
        if type(t) is not type(data):
            raise RuntimeError(
                f"Creating a Parameter from an instance of type {type(data).__name__} requires that detach() "
                "returns an instance of the same type, but return type "
                f"{type(t).__name__} was found instead. To use the type as a Parameter, please correct the "
                "detach() semantics defined by its __torch_dispatch__() implementation.")
        t._is_param = True
        return t

    def __deepcopy__(self, memo):
        if id(self) in memo:
            return memo[id(self)]
        result = type(self)(self.data.clone(memory_format=torch.preserve_format), self.requires_grad)
        memo[id(self)] = result
        return result

    def __repr__(self):
        return "Parameter containing:\n" + super().__repr__()


class Buffer(torch.Tensor):
    def __new__(cls, data=None, *, persistent=True):
        if data is None:
            data = torch.empty(0)
        t = data.detach().requires_grad_(data.requires_grad)
        t = torch.Tensor._make_subclass(cls, t, data.requires_grad)
        t.persistent = persistent
        t._is_buffer = True
        return t


def is_lazy(param):
    return getattr(type(param), "_lazy", False)


def __getattr__(name):
    if name in ("UninitializedParameter", "UninitializedBuffer", "UninitializedTensorMixin"):
        return getattr(_import("torch.nn.modules.lazy"), name)
    raise AttributeError(f"module 'torch.nn.parameter' has no attribute '{name}'")
