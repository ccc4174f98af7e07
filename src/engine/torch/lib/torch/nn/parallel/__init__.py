"""torch.nn.parallel: DistributedDataParallel, and DataParallel where there is nothing to split over."""
from torch._C import _missing

from torch.nn.parallel.data_parallel import DataParallel, data_parallel
from torch.nn.parallel.distributed import DistributedDataParallel


def __getattr__(name):
    return _missing("torch.nn.parallel", name)
