"""torch.accelerator: the device of this run, if it has one."""
import torch
from torch._C import _accelerator


def is_available():
    return _accelerator.name() is not None


def current_accelerator(check_available=False):
    name = _accelerator.name()
    return None if name is None else torch.device(name)


def device_count():
    return 0 if _accelerator.name() is None else 1


def current_device_index():
    _require()
    return 0


current_device_idx = current_device_index


def set_device_index(device, /):
    _require()


set_device_idx = set_device_index


def synchronize(device=None, /):
    _require()
    _accelerator.sync()


def _require():
    if _accelerator.name() is None:
        raise RuntimeError("Cannot access accelerator device when none is available.")


def empty_cache():
    pass
