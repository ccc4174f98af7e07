# world-size: 4
import torch, torch.distributed as dist, torch.nn as nn
dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
model = nn.Sequential(nn.Linear(5, 7), nn.ReLU(), nn.Linear(7, 2))
params = list(model.parameters())
flat = nn.utils.parameters_to_vector(params).detach()
pad = (-flat.numel()) % world
flat = torch.cat([flat, flat.new_zeros(pad)])
shard = flat.chunk(world)[rank].clone().requires_grad_()
opt = torch.optim.Adam([shard], lr=0.02)
for step in range(3):
    gathered = torch.empty_like(flat)
    dist.all_gather_into_tensor(gathered, shard.detach())
    nn.utils.vector_to_parameters(gathered[: flat.numel() - pad], params)
    torch.manual_seed(10 * step + rank)
    x = torch.randn(4, 5)
    loss = model(x).pow(2).mean()
    grads = torch.autograd.grad(loss, params)
    g = torch.cat([t.reshape(-1) for t in grads] + [flat.new_zeros(pad)])
    out = torch.empty_like(shard)
    dist.reduce_scatter_tensor(out, g, op=dist.ReduceOp.SUM)
    shard.grad = out / world
    opt.step()
    opt.zero_grad()
    print(rank, step, f"{loss.item():.4f}", f"{out.norm().item():.4f}", tuple(shard.shape))
dist.destroy_process_group()
