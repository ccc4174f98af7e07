"""torch.cuda.amp: the older names of torch.amp. There is no CUDA here, so they switch nothing on."""
import functools
import warnings

import torch


def _old(call, instead):
    warnings.warn(f"`torch.cuda.amp.{call}` is deprecated. Please use `torch.amp.{instead}` instead.", FutureWarning, stacklevel=3)


class autocast(torch.amp.autocast):
    def __init__(self, enabled=True, dtype=torch.float16, cache_enabled=True):
        _old("autocast(args...)", "autocast('cuda', args...)")
        super().__init__("cuda", enabled=enabled, dtype=dtype, cache_enabled=cache_enabled)


class GradScaler(torch.amp.GradScaler):
    def __init__(self, init_scale=2.0 ** 16, growth_factor=2.0, backoff_factor=0.5, growth_interval=2000, enabled=True):
        _old("GradScaler(args...)", "GradScaler('cuda', args...)")
        super().__init__("cuda", init_scale=init_scale, growth_factor=growth_factor, backoff_factor=backoff_factor,
                         growth_interval=growth_interval, enabled=enabled)


def custom_fwd(fwd=None, *, cast_inputs=None):
    _old("custom_fwd(args...)", "custom_fwd(args..., device_type='cuda')")
    return functools.partial(torch.amp.custom_fwd, device_type="cuda")(fwd=fwd, cast_inputs=cast_inputs)


def custom_bwd(bwd):
    _old("custom_bwd(args...)", "custom_bwd(args..., device_type='cuda')")
    return functools.partial(torch.amp.custom_bwd, device_type="cuda")(bwd)
