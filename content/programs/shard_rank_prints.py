# world-size: 4
# One program, four processes: what a rank prints depends on its number.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(rank)
value = torch.randint(0, 100, (1,)).item()
print("rank", rank, "drew", value)
if rank == 0:
    print("only rank 0 says this")
dist.barrier()
total = torch.tensor(value, device=device)
dist.all_reduce(total)
print("all together", total.item())
dist.destroy_process_group()
