# world-size: 4
# Everybody sends a different piece to everybody: rows and columns change places.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
outgoing = torch.tensor([rank * 10 + to for to in range(world)], device=device)
incoming = torch.empty_like(outgoing)
dist.all_to_all_single(incoming, outgoing)
print(outgoing.tolist(), "->", incoming.tolist())
dist.destroy_process_group()
