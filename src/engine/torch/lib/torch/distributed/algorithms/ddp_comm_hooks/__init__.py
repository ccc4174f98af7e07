"""torch.distributed.algorithms.ddp_comm_hooks: default_hooks. PowerSGD and quantisation are refused by name."""
from torch._C import _missing


def __getattr__(name):
    return _missing("torch.distributed.algorithms.ddp_comm_hooks", name)
