"""torch.backends: switches that model code touches; none has an effect here."""
# The only one that every layer's function reads; the others are read when they are first named.
from . import cudnn


def __getattr__(name):
    from torch._C import _import, _missing
    if name in ("cpu", "cuda", "mha", "mkldnn", "mps", "openmp", "opt_einsum"):
        return _import("torch.backends." + name)
    return _missing("torch.backends", name)
