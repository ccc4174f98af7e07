"""autocast: runs chosen operators in a lower type, as a `with` block or a decorator."""
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
            dtype = torch.float16 if device_type == "cuda" else torch.bfloat16
        self.device = device_type
        self.fast_dtype = dtype
        if device_type == "cuda" and enabled:
            warnings.warn("User provided device_type of 'cuda', but CUDA is not available. Disabling")
            enabled = False
        if device_type == "cpu" and enabled and dtype not in (torch.bfloat16, torch.float16):
            warnings.warn("In CPU autocast, but the target dtype is not supported. Disabling autocast.\n"
                          "CPU Autocast only supports dtype of torch.bfloat16, torch.float16 currently.")
            enabled = False
        self._enabled = enabled
        self._cache_enabled = torch.is_autocast_cache_enabled() if cache_enabled is None else cache_enabled

    def __enter__(self):
        self.prev = (torch.is_autocast_enabled(self.device), torch.get_autocast_dtype(self.device), torch.is_autocast_cache_enabled())
        self.nested = autocast._depth
        autocast._depth += 1
        torch._set_autocast(self._enabled, self.fast_dtype, self._cache_enabled)
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


def custom_fwd(fwd=None, *, device_type="cuda", cast_inputs=None):
    if fwd is None:
        return lambda f: f
    return fwd


def custom_bwd(bwd=None, *, device_type="cuda"):
    if bwd is None:
        return lambda f: f
    return bwd
