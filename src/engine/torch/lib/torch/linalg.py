"""torch.linalg: the operators under their public names."""
from torch._C import _LinAlgError as LinAlgError, _linalg


def __getattr__(name):
    return getattr(_linalg, name)
