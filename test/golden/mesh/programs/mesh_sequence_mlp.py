# world-size: 4
import torch, torch.distributed as dist, torch.nn as nn, torch.nn.functional as F
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard, Partial, distribute_tensor
from torch.distributed.tensor.parallel import *
from torch.distributed.fsdp import fully_shard
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
r = dist.get_rank()
torch.manual_seed(0)
class MLP(nn.Module):
    def __init__(self):
        super().__init__()
        self.net1 = nn.Linear(10, 32); self.relu = nn.ReLU(); self.drop = nn.Dropout(0.0); self.net2 = nn.Linear(32, 5)
    def forward(self, x): return self.net2(self.drop(self.relu(self.net1(x))))
m = MLP()
m = parallelize_module(m, mesh["tp"], {"net1": ColwiseParallel(input_layouts=Shard(0)), "net2": RowwiseParallel(output_layouts=Shard(0))})
x = torch.rand(4, 10)
out = m(x)
out.sum().backward()
print(r, type(out).__name__, tuple(out.shape))
fully_shard(m, mesh=mesh["dp"])
opt = torch.optim.SGD(m.parameters(), lr=0.1)
for i in range(2):
    torch.manual_seed(i + 100 * mesh["dp"].get_local_rank())
    loss = m(torch.rand(4, 10)).pow(2).sum(); loss.backward(); opt.step(); opt.zero_grad()
    print(r, i, f"{loss.item():.3f}")
print(r, m.net2.weight.placements, m.net2.bias.placements, m.net1.bias.placements, m.net1.weight.shape)
with torch.no_grad():
    for p in m.parameters(): p.mul_(0.5)
print(r, f"{sum(p.full_tensor().sum() for p in m.parameters()).item():.3f}")
dist.destroy_process_group()
