# world-size: 2
import contextlib
import torch, torch.distributed as dist, torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler
dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
data = TensorDataset(torch.randn(13, 6), torch.randint(0, 3, (13,)))
sampler = DistributedSampler(data, shuffle=True, seed=3)
loader = DataLoader(data, batch_size=2, sampler=sampler)
model = DDP(nn.Sequential(nn.Linear(6, 12), nn.GELU(), nn.Linear(12, 3)), bucket_cap_mb=0.0005, gradient_as_bucket_view=True)
opt = torch.optim.AdamW(model.parameters(), lr=0.05)
sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=4)
for epoch in range(2):
    sampler.set_epoch(epoch)
    seen = 0.0
    for i, (x, y) in enumerate(loader):
        last = (i + 1) % 2 == 0 or i + 1 == len(loader)
        with contextlib.nullcontext() if last else model.no_sync():
            loss = nn.functional.cross_entropy(model(x), y) / 2
            loss.backward()
        seen += loss.item()
        if last:
            torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            opt.step()
            opt.zero_grad(set_to_none=True)
    sched.step()
    t = torch.tensor(seen)
    dist.all_reduce(t, op=dist.ReduceOp.SUM)
    print(rank, epoch, len(loader), f"{seen:.3f}", f"{t.item():.3f}", f"{sched.get_last_lr()[0]:.4f}")
print(rank, list(model.state_dict())[:2], model.module[0].weight.shape)
dist.destroy_process_group()
