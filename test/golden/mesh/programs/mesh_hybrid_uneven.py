# world-size: 4
import torch, torch.distributed as dist, torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard, MixedPrecisionPolicy, CPUOffloadPolicy, FSDPModule
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("replicate", "shard"))
r = dist.get_rank()
torch.manual_seed(0)
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(5, 7)
        self.b = nn.Linear(7, 3)
        self.s = nn.Parameter(torch.ones(3))
    def forward(self, x):
        return self.b(torch.relu(self.a(x))) * self.s
m = M()
mp = MixedPrecisionPolicy(param_dtype=torch.bfloat16, reduce_dtype=torch.float32, output_dtype=torch.float32)
fully_shard(m.a, mesh=mesh, mp_policy=mp)
fully_shard(m.b, mesh=mesh, mp_policy=mp, reshard_after_forward=False)
fully_shard(m, mesh=mesh, mp_policy=mp)
print(r, type(m).__name__, isinstance(m, FSDPModule), m.a.weight.placements, tuple(m.a.weight.to_local().shape), tuple(m.s.to_local().shape))
opt = torch.optim.AdamW(m.parameters(), lr=0.05)
torch.manual_seed(r)
for i in range(3):
    m.set_requires_gradient_sync(i != 0)
    out = m(torch.randn(2, 5))
    loss = out.pow(2).mean()
    loss.backward()
    if i:
        total = nn.utils.clip_grad_norm_(m.parameters(), 0.5)
        opt.step(); opt.zero_grad()
        print(r, i, out.dtype, f"{loss.item():.2f}", type(total).__name__, f"{total.full_tensor().item():.2f}", m.a.weight.grad)
    else:
        print(r, i, m.a.weight.grad)
m.unshard(); print(r, tuple(m.s.shape), type(m.s).__name__); m.reshard(); print(type(m.s).__name__)
dist.destroy_process_group()
