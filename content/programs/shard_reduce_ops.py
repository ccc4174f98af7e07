# world-size: 4
# Not only sums: largest, smallest, product; reduce() gives the result to one rank alone.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
for op in (dist.ReduceOp.SUM, dist.ReduceOp.MAX, dist.ReduceOp.MIN, dist.ReduceOp.PRODUCT):
    x = torch.tensor([float(rank + 1), float(-rank)], device=device)
    dist.all_reduce(x, op=op)
    print(x.tolist())
y = torch.tensor(float(rank), device=device)
dist.reduce(y, dst=2)
if rank == 2:
    print("rank 2 has", y.item())
dist.destroy_process_group()
