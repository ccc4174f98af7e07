# world-size: 4
# A machine without GPUs has no NCCL.
import torch.distributed as dist

dist.init_process_group("nccl")
print(dist.get_rank())
