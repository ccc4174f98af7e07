"""torch.cuda: there is none here."""


_initialized = False


def is_available():
    return False


def device_count():
    return 0


def is_bf16_supported(including_emulation=True):
    return False


def is_initialized():
    return False


def manual_seed(seed):
    pass


def manual_seed_all(seed):
    pass


def empty_cache():
    pass


def _no_cuda(*args, **kwargs):
    raise AssertionError("Torch not compiled with CUDA enabled")


current_device = get_device_name = get_device_properties = set_device = synchronize = _no_cuda
max_memory_allocated = memory_allocated = get_device_capability = _no_cuda


def __getattr__(name):
    from torch._C import _import, _missing

    if name == "amp":
        return _import("torch.cuda.amp")
    if name.endswith("Tensor"):
        from torch._cuda_types import made

        t = made(name)
        if t is not None:
            globals()[name] = t
            return t
    return _missing("torch.cuda", name)
