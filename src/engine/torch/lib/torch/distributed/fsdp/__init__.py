"""torch.distributed.fsdp: fully_shard. The wrapper FullyShardedDataParallel is refused by name."""
from torch._C import _missing, _refuse

from torch.distributed.fsdp._fully_shard import CPUOffloadPolicy, FSDPModule, MixedPrecisionPolicy, OffloadPolicy, fully_shard


def __getattr__(name):
    if name == "FullyShardedDataParallel":
        _refuse("torch.distributed.fsdp.FullyShardedDataParallel (say fully_shard)")
    return _missing("torch.distributed.fsdp", name)
