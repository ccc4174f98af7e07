"""torch.backends.cuda: switches of attention; those of matrix products have no effect here."""
import contextlib
import warnings

import torch


class _Matmul:
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True
    allow_bf16_reduced_precision_reduction = True


matmul = _Matmul()


def is_built():
    return False


_allowed = {"cudnn": True, "flash": True, "mem_efficient": True, "math": True, "overrideable": True}


def _switch(name, on):
    _allowed[name] = on
    if name == "flash" or name == "math":
        torch._set_sdp(_allowed["flash"], _allowed["math"])


def flash_sdp_enabled():
    return _allowed["flash"]


def mem_efficient_sdp_enabled():
    return _allowed["mem_efficient"]


def math_sdp_enabled():
    return _allowed["math"]


def cudnn_sdp_enabled():
    return _allowed["cudnn"]


def enable_flash_sdp(enabled):
    _switch("flash", enabled)


def enable_mem_efficient_sdp(enabled):
    _switch("mem_efficient", enabled)


def enable_math_sdp(enabled):
    _switch("math", enabled)


def enable_cudnn_sdp(enabled):
    _switch("cudnn", enabled)


@contextlib.contextmanager
def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    from torch.nn.attention import SDPBackend, sdpa_kernel

    warnings.warn(
        "`torch.backends.cuda.sdp_kernel()` is deprecated. In the future, this context manager will be removed. "
        "Please see `torch.nn.attention.sdpa_kernel()` for the new context manager, with updated signature.",
        FutureWarning,
        stacklevel=2,
    )
    wanted = [
        (enable_flash, SDPBackend.FLASH_ATTENTION),
        (enable_mem_efficient, SDPBackend.EFFICIENT_ATTENTION),
        (enable_math, SDPBackend.MATH),
        (enable_cudnn, SDPBackend.CUDNN_ATTENTION),
    ]
    with sdpa_kernel([backend for on, backend in wanted if on]) as context:
        yield context
