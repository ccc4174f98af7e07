"""autocast: runs chosen operators in a lower type, as a `with` block or a decorator."""
import collections.abc
import functools
import warnings

import torch


def is_autocast_available(device_type):
    return device_type in ("cpu", "neuron", "cuda")


class autocast:
    def __init__(self, device_type, dtype=None, enabled=True, cache_enabled=None):
        if not isinstance(device_type, str):
            raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
        torch.device(device_type)
        if dtype is None:
            dtype = torch.get_autocast_dtype(device_type)
        self.device = device_type
        self.fast_dtype = dtype
        if device_type == "cuda" and enabled:
            warnings.warn("CUDA is not available or torch_xla is imported. Disabling autocast.", stacklevel=2)
            enabled = False
        if device_type == "cpu" and enabled and dtype not in (torch.bfloat16, torch.float16):
            warnings.warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                          "CPU Autocast only supports dtype of torch.bfloat16, torch.float16 currently.")
            enabled = False
        self._enabled = enabled
        self._cache_enabled = torch.is_autocast_cache_enabled() if cache_enabled is None else cache_enabled

    def __enter__(self):
        self.prev = (torch.is_autocast_enabled("cpu"), torch.get_autocast_dtype("cpu"), torch.is_autocast_cache_enabled(),
                     torch.get_autocast_dtype("cuda"))
        autocast._depth += 1
        # What is said of a device that is not there leaves the others as they are.
        here = self.device != "cuda"
        torch._set_autocast(self._enabled if here else self.prev[0], self.fast_dtype if here else self.prev[1], self._cache_enabled,
                            None if here else self.fast_dtype)
        return self

    def __exit__(self, exc_type, exc_val, exc_tb):
        autocast._depth -= 1
        if autocast._depth == 0:
            torch.clear_autocast_cache()
        torch._set_autocast(*self.prev)
        return False

    def __call__(self, func):
        @functools.wraps(func)
        def decorated(*args, **kwargs):
            with self:
                return func(*args, **kwargs)
        return decorated


autocast._depth = 0


def _cast(value, device_type, dtype):
    if isinstance(value, torch.Tensor):
        fits = value.is_floating_point() and value.device.type == device_type and value.dtype is not torch.float64
        return value.to(dtype) if fits else value
    if isinstance(value, str):
        return value
    if isinstance(value, collections.abc.Mapping):
        return {_cast(k, device_type, dtype): _cast(v, device_type, dtype) for k, v in value.items()}
    if isinstance(value, collections.abc.Iterable) and type(value).__name__ != "ndarray":
        made = map(lambda v: _cast(v, device_type, dtype), value)
        return type(value)(made) if isinstance(value, (list, tuple)) else made
    return value


def _named(device_type):
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")


def custom_fwd(fwd=None, *, device_type, cast_inputs=None):
    _named(device_type)
    if fwd is None:
        return functools.partial(custom_fwd, device_type=device_type, cast_inputs=cast_inputs)

    @functools.wraps(fwd)
    def decorate_fwd(*args, **kwargs):
        on = torch.is_autocast_enabled(device_type)
        args[0]._dtype = torch.get_autocast_dtype(device_type)
        args[0]._fwd_used_autocast = on and cast_inputs is None
        if cast_inputs is None or not on:
            return fwd(*args, **kwargs)
        with autocast(device_type=device_type, enabled=False):
            return fwd(*_cast(args, device_type, cast_inputs), **_cast(kwargs, device_type, cast_inputs))

    return decorate_fwd


def custom_bwd(bwd=None, *, device_type):
    _named(device_type)
    if bwd is None:
        return functools.partial(custom_bwd, device_type=device_type)

    @functools.wraps(bwd)
    def decorate_bwd(*args, **kwargs):
        with autocast(device_type=device_type, enabled=args[0]._fwd_used_autocast, dtype=args[0]._dtype):
            return bwd(*args, **kwargs)

    return decorate_bwd
