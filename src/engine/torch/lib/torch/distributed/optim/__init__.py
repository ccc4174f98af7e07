"""torch.distributed.optim: ZeroRedundancyOptimizer."""
from torch._C import _missing
from torch.distributed.optim.zero_redundancy_optimizer import ZeroRedundancyOptimizer


def __getattr__(name):
    return _missing("torch.distributed.optim", name)
