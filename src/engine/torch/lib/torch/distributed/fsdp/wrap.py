"""Which modules FullyShardedDataParallel wraps by itself (torch/distributed/fsdp/wrap.py)."""
import contextlib
import functools

import torch.nn as nn
from torch._C import _missing


def always_wrap_policy(*args, **kwargs):
    return True


def _module_wrap_policy(module, recurse, nonwrapped_numel, module_classes):
    return True if recurse else isinstance(module, tuple(module_classes))


def transformer_auto_wrap_policy(module, recurse, nonwrapped_numel, transformer_layer_cls):
    return _module_wrap_policy(module, recurse, nonwrapped_numel, transformer_layer_cls)


def lambda_auto_wrap_policy(module, recurse, nonwrapped_numel, lambda_fn):
    return True if recurse else lambda_fn(module)


def _or_policy(module, recurse, nonwrapped_numel, policies):
    return any(p(module=module, recurse=recurse, nonwrapped_numel=nonwrapped_numel) for p in policies)


def size_based_auto_wrap_policy(module, recurse, nonwrapped_numel, min_num_params=int(1e8), force_leaf_modules=None, exclude_wrap_modules=None):
    leaves = (nn.MultiheadAttention,) if force_leaf_modules is None else tuple(force_leaf_modules)
    left_out = (nn.ModuleList, nn.ModuleDict) if exclude_wrap_modules is None else tuple(exclude_wrap_modules)
    return nonwrapped_numel >= min_num_params and not isinstance(module, leaves if recurse else left_out)


class ModuleWrapPolicy:
    def __init__(self, module_classes):
        self._module_classes = set(module_classes)

    def __call__(self, module, recurse, *args, **kwargs):
        return _module_wrap_policy(module, recurse, -1, self._module_classes)

    def __repr__(self):
        return f"ModuleWrapPolicy({self._module_classes})"


class CustomPolicy:
    def __init__(self, lambda_fn):
        self._lambda_fn = lambda_fn

    def __call__(self, module, recurse, *args, **kwargs):
        return True if recurse else bool(self._lambda_fn(module))


def _wrap_children(module, policy, wrapper):
    """Wraps below `module`, innermost first; returns how many numbers were wrapped."""
    wrapped = 0
    total = sum(p.numel() for p in module.parameters())
    if policy(module=module, recurse=True, nonwrapped_numel=total):
        for name, child in list(module.named_children()):
            numel = sum(p.numel() for p in child.parameters())
            inner = _wrap_children(child, policy, wrapper)
            if policy(module=child, recurse=True, nonwrapped_numel=numel) and policy(module=child, recurse=False, nonwrapped_numel=numel - inner):
                setattr(module, name, wrapper(child))
                inner = numel
            wrapped += inner
    return wrapped


_enabled = []


@contextlib.contextmanager
def enable_wrap(*, wrapper_cls, **wrapper_kwargs):
    _enabled.append(functools.partial(wrapper_cls, **wrapper_kwargs))
    try:
        yield
    finally:
        _enabled.pop()


def wrap(module, **wrap_overrides):
    return _enabled[-1](module, **wrap_overrides) if _enabled else module


def __getattr__(name):
    return _missing("torch.distributed.fsdp.wrap", name)
