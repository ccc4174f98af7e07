# world-size: 4
# Sum over the ranks, and each keeps one part of the sum.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
whole = torch.arange(8.0, device=device) + rank
part = torch.empty(2, device=device)
dist.reduce_scatter_tensor(part, whole)
print(part.cpu())
back = torch.empty(8, device=device)
dist.all_gather_into_tensor(back, part)
print(back.cpu())  # together: an all_reduce in two halves
dist.destroy_process_group()
