# world-size: 4
# One rank speaks to all: the same to everybody, or a piece to each; gather is the way back.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
seed = torch.tensor([42 if rank == 0 else 0], device=device)
dist.broadcast(seed, src=0)
piece = torch.empty(2, device=device)
rows = list(torch.arange(8.0, device=device).reshape(4, 2).unbind()) if rank == 0 else None
dist.scatter(piece, rows, src=0)
print(seed.item(), piece.cpu())
piece = piece * 10
collected = [torch.empty(2, device=device) for _ in range(world)] if rank == 0 else None
dist.gather(piece, collected, dst=0)
if rank == 0:
    print(torch.cat(collected).cpu())
dist.destroy_process_group()
