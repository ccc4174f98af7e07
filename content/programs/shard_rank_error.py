# world-size: 2
# One rank fails by itself; the report names it.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
x = torch.ones(2, device=device)
dist.all_reduce(x)
print("rank", rank, "has", x.tolist())
if rank == 1:
    raise ValueError("bad batch on rank 1")
print("rank", rank, "done")
