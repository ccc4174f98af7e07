# world-size: 4
# expect: hang
# Three ranks wait for a sum that rank 3 never joins.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
x = torch.ones(1, device=device)
print("rank", rank, "arrives")
if rank != 3:
    dist.all_reduce(x)
else:
    dist.broadcast(x, src=0)
    dist.all_reduce(x)
print("rank", rank, "leaves")
dist.barrier()
