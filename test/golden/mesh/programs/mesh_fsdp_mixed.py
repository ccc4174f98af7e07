# world-size: 4
import os, torch, torch.distributed as dist, torch.nn as nn
from torch.distributed.fsdp import fully_shard, MixedPrecisionPolicy, CPUOffloadPolicy
rank = int(os.environ["RANK"]); world = int(os.environ["WORLD_SIZE"])
dist.init_process_group(backend="gloo", rank=rank, world_size=world)
torch.manual_seed(0)
class T(nn.Module):
    def __init__(self):
        super().__init__()
        self.l = nn.ModuleList([nn.Linear(8, 8) for _ in range(3)])
    def forward(self, x):
        for l in self.l: x = torch.relu(l(x))
        return x
t = T()
for l in t.l: fully_shard(l, mp_policy=MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32))
fully_shard(t)
print(rank, t.l[0].weight.to_local().shape, type(t.l[0].weight).__name__)
opt = torch.optim.AdamW(t.parameters(), lr=0.01)
torch.manual_seed(rank)
for i in range(2):
    out = t(torch.randn(2, 8)); loss = out.float().pow(2).mean(); loss.backward()
    n = nn.utils.clip_grad_norm_(t.parameters(), 1.0)
    opt.step(); opt.zero_grad()
    print(rank, i, f"{loss.item():.3f}", out.dtype, type(n).__name__)
sd = t.state_dict()
print(rank, list(sd)[:2], sd["l.0.weight"].full_tensor().shape)
dist.destroy_process_group()
