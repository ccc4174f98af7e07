"""torch.neuron: the device module of this run's accelerator."""
import torch
from torch._C import _accelerator


def is_available():
    return _accelerator.name() is not None


def device_count():
    return 1 if is_available() else 0


def current_device():
    return 0


def set_device(device):
    pass


def synchronize(device=None):
    torch.accelerator.synchronize()


def manual_seed(seed):
    torch.manual_seed(seed)


def manual_seed_all(seed):
    torch.manual_seed(seed)


def is_bf16_supported():
    return True
