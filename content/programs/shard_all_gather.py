# world-size: 4
# Every rank gives a piece; every rank receives all pieces, in order of rank.
import torch
import torch.distributed as dist

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

dist.init_process_group()
rank, world = dist.get_rank(), dist.get_world_size()
mine = torch.tensor([rank * 10, rank * 10 + 1], device=device)
pieces = [torch.empty_like(mine) for _ in range(world)]
dist.all_gather(pieces, mine)
print([piece.tolist() for piece in pieces])
flat = torch.empty(2 * world, dtype=mine.dtype, device=device)
dist.all_gather_into_tensor(flat, mine)
print(flat.cpu())
dist.destroy_process_group()
