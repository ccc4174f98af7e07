"""Parametrisation: a parameter computed by a module from another one, each time it is read."""
from collections.abc import Sequence
from contextlib import contextmanager
from copy import deepcopy

import torch
from torch.nn.modules.container import ModuleDict, ModuleList
from torch.nn.modules.module import Module
from torch.nn.parameter import Parameter

_cache_depth = 0
_cache = {}


@contextmanager
def cached():
    global _cache, _cache_depth
    _cache_depth += 1
    try:
        yield
    finally:
        _cache_depth -= 1
        if not _cache_depth:
            _cache = {}


def _register(module, name, value):
    if isinstance(value, Parameter):
        module.register_parameter(name, value)
    else:
        module.register_buffer(name, value)


def _differs(what, before, after, unsafe="unless `unsafe` flag is enabled"):
    return (
        f"Registering a parametrization may not change the {what} of the tensor, {unsafe}.\n"
        f"unparametrized {what}: {before}\nparametrized {what}: {after}"
    )


class ParametrizationList(ModuleList):
    def __init__(self, modules, original, unsafe=False):
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with torch.no_grad():
            new = original
            for module in reversed(self):
                if hasattr(module, "right_inverse"):
                    try:
                        new = module.right_inverse(new)
                    except NotImplementedError:
                        pass
        if not isinstance(new, (torch.Tensor, Sequence)):
            raise ValueError(f"'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got {type(new).__name__}")
        self.is_tensor = isinstance(new, torch.Tensor)
        self.ntensors = 1 if self.is_tensor else len(new)
        if self.is_tensor:
            if original.dtype != new.dtype:
                raise ValueError(
                    "When `right_inverse` outputs one tensor, it may not change the dtype.\n"
                    f"original.dtype: {original.dtype}\nright_inverse(original).dtype: {new.dtype}"
                )
            # The tensor an optimizer may already hold keeps its identity.
            with torch.no_grad():
                original.set_(new)
            _register(self, "original", original)
        else:
            for i, part in enumerate(new):
                if not isinstance(part, torch.Tensor):
                    raise ValueError(
                        "'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). "
                        f"Got element {i} of the sequence with type {type(part).__name__}."
                    )
                if isinstance(original, Parameter):
                    part = Parameter(part, original.requires_grad)
                part.requires_grad_(original.requires_grad)
                _register(self, f"original{i}", part)
        if not self.unsafe:
            made = self()
            if not isinstance(made, torch.Tensor):
                raise ValueError(f"A parametrization must return a tensor. Got {type(made).__name__}.")
            if made.dtype != dtype:
                raise ValueError(_differs("dtype", dtype, made.dtype))
            if made.shape != shape:
                raise ValueError(_differs("shape", shape, made.shape))

    def right_inverse(self, value):
        with torch.no_grad():
            for module in reversed(self):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                if not isinstance(value, torch.Tensor):
                    raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
                self.original.set_(value)
            else:
                for i, part in enumerate(value):
                    getattr(self, f"original{i}").set_(part)

    def forward(self):
        if self.is_tensor:
            x = self[0](self.original)
        else:
            x = self[0](*(getattr(self, f"original{i}") for i in range(self.ntensors)))
        at = 1
        while hasattr(self, str(at)):
            x = self[at](x)
            at += 1
        return x


def _inject_class(module):
    cls = module.__class__

    def copy(self, memo):
        made = memo.get(id(self))
        if made is None:
            made = memo[id(self)] = self.__new__(self.__class__)
            made.__dict__ = deepcopy(self.__dict__, memo)
        return made

    names = {} if hasattr(cls, "__deepcopy__") else {"__deepcopy__": copy}
    module.__class__ = type(f"Parametrized{cls.__name__}", (cls,), names)


def _inject_property(module, tensor_name):
    key = (id(module), tensor_name)

    def get(self):
        parametrization = self.parametrizations[tensor_name]
        if not _cache_depth:
            return parametrization()
        if key not in _cache:
            _cache[key] = parametrization()
        return _cache[key]

    def put(self, value):
        self.parametrizations[tensor_name].right_inverse(value)

    setattr(module.__class__, tensor_name, property(get, put))


def register_parametrization(module, tensor_name, parametrization, *, unsafe=False):
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        if not unsafe:
            before = getattr(module, tensor_name)
            after = parametrization(before)
            if not isinstance(after, torch.Tensor):
                raise ValueError(f"A parametrization must return a tensor. Got {type(after).__name__}.")
            for what in ("dtype", "shape"):
                if getattr(after, what) != getattr(before, what):
                    raise ValueError(
                        f"Registering a parametrization may not change the {what} of the tensor, unless the `unsafe` flag is enabled.\n"
                        f"module.{tensor_name}.{what}: {getattr(before, what)}\n"
                        f"parametrization(module.{tensor_name}).{what}: {getattr(after, what)}"
                    )
            if hasattr(parametrization, "right_inverse"):
                try:
                    parametrization.right_inverse(after)
                except NotImplementedError:
                    pass
        parametrizations = module.parametrizations[tensor_name]
        parametrizations.append(parametrization)
        parametrizations.unsafe |= unsafe
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        original = getattr(module, tensor_name)
        parametrizations = ParametrizationList([parametrization], original, unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _inject_class(module)
            module.parametrizations = ModuleDict()
        _inject_property(module, tensor_name)
        module.parametrizations[tensor_name] = parametrizations
    else:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'")
    return module


def is_parametrized(module, tensor_name=None):
    parametrizations = getattr(module, "parametrizations", None)
    if parametrizations is None or not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def type_before_parametrizations(module):
    return module.__class__.__bases__[0] if is_parametrized(module) else type(module)


def remove_parametrizations(module, tensor_name, leave_parametrized=True):
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    parametrizations = module.parametrizations[tensor_name]
    if parametrizations.is_tensor:
        original = parametrizations.original
        if leave_parametrized:
            with torch.no_grad():
                value = getattr(module, tensor_name)
            with torch.no_grad():
                original.set_(value)
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value) if value.requires_grad else value
    else:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a sequence of tensors.")
    delattr(module.__class__, tensor_name)
    del module.parametrizations[tensor_name]
    _register(module, tensor_name, original)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = module.__class__.__bases__[0]
    return module
