"""torch.backends.mha: whether attention layers may take the fused inference operator."""
import torch


def get_fastpath_enabled():
    return True


def set_fastpath_enabled(value):
    if not value:
        torch._C._refuse("torch.backends.mha.set_fastpath_enabled(False) is not supported here")
