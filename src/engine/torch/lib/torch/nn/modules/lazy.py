"""Layers that learn the size of their input from the first input; after torch/nn/modules/lazy.py and its users.

A parameter without a size lies on the meta device: what computes with it gives no number. Leaves out: PyTorch's words for each
function that is given one.
"""
import warnings

import torch
from torch._C import _refuse
from torch.nn.parameter import Parameter

from .batchnorm import BatchNorm1d, BatchNorm2d, BatchNorm3d
from .conv import Conv1d, Conv2d, Conv3d, ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from .instancenorm import InstanceNorm1d, InstanceNorm2d, InstanceNorm3d
from .linear import Linear


class UninitializedTensorMixin:
    _lazy = True

    def materialize(self, shape, device=None, dtype=None):
        made = self._of(shape, device, dtype)
        del self._wanted
        self.__class__ = self.cls_to_become
        self.data = made

    def _of(self, shape, device=None, dtype=None):
        # PyTorch asks `self.data` for each of the two: a row of its own.
        if device is None:
            device = (self._wanted[0], self.data)[0]
        if dtype is None:
            dtype = (self._wanted[1], self.data)[0]
        return torch.empty(shape, device=device, dtype=dtype)

    @property
    def shape(self):
        raise RuntimeError(
            "Can't access the shape of an uninitialized parameter or buffer. This error usually happens in `load_state_dict` "
            "when trying to load an uninitialized parameter into an initialized one. Call `forward` to initialize the "
            "parameters before accessing their attributes.")

    @property
    def device(self):
        return torch.get_default_device() if self._wanted[0] is None else torch.device(self._wanted[0])

    def numel(self):
        raise ValueError(
            "Attempted to use an uninitialized parameter in <method 'numel' of 'torch._C.TensorBase' objects>. This error happens "
            f"when you are using a `LazyModule` or explicitly manipulating `torch.nn.parameter.{type(self).__name__}` objects. "
            "When using LazyModules Call `forward` with a dummy batch to initialize the parameters before calling torch functions")

    def __repr__(self):
        return f"<{type(self).__name__}>"


def _made(cls, requires_grad, device, dtype):
    t = torch.Tensor._make_subclass(cls, torch.empty(0, device="meta", dtype=dtype), requires_grad)
    t._wanted = device, dtype
    return t


class UninitializedParameter(UninitializedTensorMixin, Parameter):
    __module__ = "torch.nn.parameter"
    cls_to_become = Parameter

    def __new__(cls, requires_grad=True, device=None, dtype=None):
        return _made(cls, requires_grad, device, dtype)


class UninitializedBuffer(UninitializedTensorMixin, torch.Tensor):
    __module__ = "torch.nn.parameter"
    cls_to_become = torch.Tensor

    def materialize(self, shape, device=None, dtype=None):
        _refuse("UninitializedBuffer.materialize")

    def __new__(cls, requires_grad=False, device=None, dtype=None, persistent=True):
        t = _made(cls, requires_grad, device, dtype)
        t.persistent = persistent
        t._is_buffer = True
        return t


def _is_lazy(value):
    return getattr(type(value), "_lazy", False)


class LazyModuleMixin:
    cls_to_become = None

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._load_hook = self._register_load_state_dict_pre_hook(self._lazy_load_hook)
        self._initialize_hook = self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True)
        warnings.warn("Lazy modules are a new feature under heavy development so changes to the API or functionality can happen at any moment.")

    def _save_to_state_dict(self, destination, prefix, keep_vars):
        for name, value in (*self._parameters.items(), *self._buffers.items()):
            if value is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = value if _is_lazy(value) or keep_vars else value.detach()

    def _lazy_load_hook(self, state_dict, prefix, *rest):
        for name, value in (*self._parameters.items(), *self._buffers.items()):
            given = state_dict.get(prefix + name)
            if given is not None and _is_lazy(value) and not _is_lazy(given):
                with torch.no_grad():
                    if name in self._buffers:
                        self._buffers[name] = value._of(given.shape)
                    else:
                        value.materialize(given.shape)

    def initialize_parameters(self, *args, **kwargs):
        raise NotImplementedError(f"initialize_parameters is not implemented for {type(self).__name__}")

    def has_uninitialized_params(self):
        return any(_is_lazy(v) for v in (*self._parameters.values(), *self._buffers.values()))

    def _infer_parameters(self, module, args, kwargs=None):
        module.initialize_parameters(*args, **(kwargs or {}))
        if module.has_uninitialized_params():
            raise RuntimeError(f"module {self._get_name()} has not been fully initialized")
        module._initialize_hook.remove()
        module._load_hook.remove()
        delattr(module, "_initialize_hook")
        delattr(module, "_load_hook")
        if module.cls_to_become is not None:
            module.__class__ = module.cls_to_become


class LazyLinear(LazyModuleMixin, Linear):
    __module__ = "torch.nn.modules.linear"
    cls_to_become = Linear

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        super().__init__(0, 0, False)
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_features = out_features
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self):
        if not self.has_uninitialized_params() and self.in_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        if self.has_uninitialized_params():
            with torch.no_grad():
                self.in_features = input.shape[-1]
                self.weight.materialize((self.out_features, self.in_features))
                if self.bias is not None:
                    self.bias.materialize((self.out_features,))
                self.reset_parameters()
        if self.in_features == 0:
            if input.shape[-1] != self.weight.shape[-1]:
                raise AssertionError(
                    f"The in_features inferred from input: {input.shape[-1]} is not equal to in_features from self.weight: "
                    f"{self.weight.shape[-1]}")
            self.in_features = input.shape[-1]


class _LazyConvXdMixin(LazyModuleMixin):
    def _unsized(self, out_channels, bias, device, dtype):
        self.weight = UninitializedParameter(device=device, dtype=dtype)
        self.out_channels = out_channels
        if bias:
            self.bias = UninitializedParameter(device=device, dtype=dtype)

    def reset_parameters(self):
        if not self.has_uninitialized_params() and self.in_channels != 0:
            super().reset_parameters()

    def initialize_parameters(self, input, *args, **kwargs):
        if not self.has_uninitialized_params():
            return
        self.in_channels = self._get_in_channels(input)
        if self.in_channels % self.groups != 0:
            raise ValueError("in_channels must be divisible by groups")
        first, second = self.out_channels, self.in_channels // self.groups
        if self.transposed:
            first, second = self.in_channels, self.out_channels // self.groups
        self.weight.materialize((first, second, *self.kernel_size))
        if self.bias is not None:
            self.bias.materialize((self.out_channels,))
        self.reset_parameters()

    def _get_in_channels(self, input):
        single = len(self.kernel_size) + 1
        if input.dim() not in (single, single + 1):
            raise RuntimeError(
                f"Expected {single}D (unbatched) or {single + 1}D (batched) input to {type(self).__name__}, but got input of size: {input.shape}")
        return input.shape[input.dim() - single]


class _LazyConv(_LazyConvXdMixin):
    def __init__(self, out_channels, kernel_size, stride=1, padding=0, dilation=1, groups=1, bias=True, padding_mode="zeros",
                 device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, dilation, groups, False, padding_mode, device=device, dtype=dtype)
        self._unsized(out_channels, bias, device, dtype)


class _LazyConvTranspose(_LazyConvXdMixin):
    def __init__(self, out_channels, kernel_size, stride=1, padding=0, output_padding=0, groups=1, bias=True, dilation=1,
                 padding_mode="zeros", device=None, dtype=None):
        super().__init__(0, 0, kernel_size, stride, padding, output_padding, groups, False, dilation, padding_mode, device=device,
                         dtype=dtype)
        self._unsized(out_channels, bias, device, dtype)


class LazyConv1d(_LazyConv, Conv1d):
    __module__ = "torch.nn.modules.conv"
    cls_to_become = Conv1d


class LazyConv2d(_LazyConv, Conv2d):
    __module__ = "torch.nn.modules.conv"
    cls_to_become = Conv2d


class LazyConv3d(_LazyConv, Conv3d):
    __module__ = "torch.nn.modules.conv"
    cls_to_become = Conv3d


class LazyConvTranspose1d(_LazyConvTranspose, ConvTranspose1d):
    __module__ = "torch.nn.modules.conv"
    cls_to_become = ConvTranspose1d


class LazyConvTranspose2d(_LazyConvTranspose, ConvTranspose2d):
    __module__ = "torch.nn.modules.conv"
    cls_to_become = ConvTranspose2d


class LazyConvTranspose3d(_LazyConvTranspose, ConvTranspose3d):
    __module__ = "torch.nn.modules.conv"
    cls_to_become = ConvTranspose3d


class _LazyNorm(LazyModuleMixin):
    def __init__(self, eps=1e-5, momentum=0.1, affine=True, track_running_stats=True, device=None, dtype=None, *, bias=True):
        super().__init__(0, eps, momentum, False, False, device=device, dtype=dtype)
        self.affine = affine
        self.track_running_stats = track_running_stats
        if self.affine:
            self.weight = UninitializedParameter(device=device, dtype=dtype)
            if bias:
                self.bias = UninitializedParameter(device=device, dtype=dtype)
        if self.track_running_stats:
            self.running_mean = UninitializedBuffer(device=device, dtype=dtype)
            self.running_var = UninitializedBuffer(device=device, dtype=dtype)
            self.num_batches_tracked = torch.tensor(0, dtype=torch.long, device=device)

    def reset_parameters(self):
        if not self.has_uninitialized_params() and self.num_features != 0:
            super().reset_parameters()

    def initialize_parameters(self, input):
        if not self.has_uninitialized_params():
            return
        self.num_features = input.shape[1]
        for value in (self.weight, self.bias):
            if value is not None:
                value.materialize((self.num_features,))
        if self.track_running_stats:
            self.running_mean = self.running_mean._of((self.num_features,))
            self.running_var = self.running_var._of((self.num_features,))
        self.reset_parameters()


class LazyBatchNorm1d(_LazyNorm, BatchNorm1d):
    __module__ = "torch.nn.modules.batchnorm"
    cls_to_become = BatchNorm1d


class LazyBatchNorm2d(_LazyNorm, BatchNorm2d):
    __module__ = "torch.nn.modules.batchnorm"
    cls_to_become = BatchNorm2d


class LazyBatchNorm3d(_LazyNorm, BatchNorm3d):
    __module__ = "torch.nn.modules.batchnorm"
    cls_to_become = BatchNorm3d


class LazyInstanceNorm1d(_LazyNorm, InstanceNorm1d):
    __module__ = "torch.nn.modules.instancenorm"
    cls_to_become = InstanceNorm1d


class LazyInstanceNorm2d(_LazyNorm, InstanceNorm2d):
    __module__ = "torch.nn.modules.instancenorm"
    cls_to_become = InstanceNorm2d


class LazyInstanceNorm3d(_LazyNorm, InstanceNorm3d):
    __module__ = "torch.nn.modules.instancenorm"
    cls_to_become = InstanceNorm3d
