# world-size: 4
# Two groups of two: sums stay inside a group.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
low = dist.new_group([0, 1])
high = dist.new_group([2, 3])
mine = low if rank < 2 else high
x = torch.tensor([float(rank)], device=device)
dist.all_reduce(x, group=mine)
print(rank, "sum", x.item(), "place in group", dist.get_rank(mine), "of", dist.get_world_size(mine))
dist.destroy_process_group()
