"""torch.distributed.fsdp: fully_shard, and the older wrapper, which is read when it is first asked for."""
from torch._C import _missing

from torch.distributed.fsdp._fully_shard import CPUOffloadPolicy, FSDPModule, MixedPrecisionPolicy, OffloadPolicy, fully_shard

_WRAPPER = ("FullyShardedDataParallel", "ShardingStrategy", "BackwardPrefetch", "StateDictType", "MixedPrecision", "CPUOffload", "FullStateDictConfig")


def __getattr__(name):
    if name in _WRAPPER:
        from torch.distributed.fsdp import fully_sharded_data_parallel

        return getattr(fully_sharded_data_parallel, name)
    return _missing("torch.distributed.fsdp", name)
