"""torch.nn.parallel: DistributedDataParallel."""
from torch._C import _missing

from torch.nn.parallel.distributed import DistributedDataParallel


def __getattr__(name):
    return _missing("torch.nn.parallel", name)
