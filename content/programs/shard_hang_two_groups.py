# world-size: 2
# expect: hang
# Two groups, and each rank starts with the other one: both wait for ever.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
first = dist.new_group([0, 1])
second = dist.new_group([0, 1])
x = torch.ones(1, device=device)
print("rank", rank, "starts")
for group in (first, second) if rank == 0 else (second, first):
    dist.all_reduce(x, group=group)
    print("rank", rank, "got", x.item())
