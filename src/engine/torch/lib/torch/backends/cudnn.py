"""torch.backends.cudnn: switches without effect here."""
enabled = True
benchmark = False
deterministic = False
allow_tf32 = True


def is_available():
    return False


def version():
    return None


def set_flags(_enabled=None, _benchmark=None, _benchmark_limit=None, _deterministic=None, _allow_tf32=None, _fp32_precision='none', _depthwise_kernel=None):
    global enabled, benchmark, deterministic, allow_tf32
    before = (enabled, benchmark, None, deterministic, allow_tf32, 'none', 'auto')
    enabled = enabled if _enabled is None else _enabled
    benchmark = benchmark if _benchmark is None else _benchmark
    deterministic = deterministic if _deterministic is None else _deterministic
    allow_tf32 = allow_tf32 if _allow_tf32 is None else _allow_tf32
    return before


def __getattr__(name):
    # Made when it is first wanted: a layer reads this file for `enabled` alone.
    if name != "flags":
        from torch._C import _missing
        return _missing("torch.backends.cudnn", name)
    from contextlib import contextmanager

    @contextmanager
    def flags(enabled=False, benchmark=False, benchmark_limit=10, deterministic=False, allow_tf32=True, fp32_precision='none', depthwise_kernel='auto'):
        before = set_flags(enabled, benchmark, benchmark_limit, deterministic, allow_tf32, fp32_precision, depthwise_kernel)
        try:
            yield
        finally:
            set_flags(*before)

    globals()["flags"] = flags
    return flags
