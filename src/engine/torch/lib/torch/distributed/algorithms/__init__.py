"""torch.distributed.algorithms: the communication hooks of DDP. The rest is refused by name."""
from torch._C import _missing


def __getattr__(name):
    return _missing("torch.distributed.algorithms", name)
