# world-size: 4
# Each rank brings its own number; all leave with the sum.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank = dist.get_rank()
x = torch.full((2,), float(rank + 1), device=device)
print("before", x.cpu())
dist.all_reduce(x)
print("after", x.cpu())
dist.destroy_process_group()
