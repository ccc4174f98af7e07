# world-size: 2
import os, torch, torch.nn as nn, torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DistributedSampler, TensorDataset, DataLoader
dist.init_process_group("gloo"); rank = dist.get_rank(); ws = dist.get_world_size()
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 1)); model = DDP(net)
opt = torch.optim.SGD(model.parameters(), lr=0.1)
ds = TensorDataset(torch.arange(24.).view(8, 3) / 10, torch.arange(8.).view(8, 1)); sm = DistributedSampler(ds, num_replicas=ws, rank=rank, shuffle=True, seed=3); dl = DataLoader(ds, batch_size=2, sampler=sm)
for ep in range(2):
    sm.set_epoch(ep)
    for x, y in dl:
        opt.zero_grad(); l = nn.functional.mse_loss(model(x), y); l.backward(); opt.step()
        t = l.detach().clone(); dist.all_reduce(t, op=dist.ReduceOp.SUM); print(ep, f"{t.item() / ws:.4f}", f"{l.item():.4f}")
print(list(model.state_dict())[0], list(sm)); dist.barrier(); dist.destroy_process_group()
