# world-size: 2
import torch, torch.distributed as dist
dist.init_process_group("gloo")
t = torch.ones(2)
dist.all_reduce(t)
print(t)
if dist.get_rank() == 1:
    raise ValueError("rank 1 gives up")
dist.all_reduce(t)
print("not reached")
