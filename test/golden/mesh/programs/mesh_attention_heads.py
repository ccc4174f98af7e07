# world-size: 2
import torch, torch.distributed as dist, torch.nn as nn, torch.nn.functional as F
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module
mesh = init_device_mesh("cpu", (2,))
r = dist.get_rank()
torch.manual_seed(0)
class Attn(nn.Module):
    def __init__(self, d=8, h=4):
        super().__init__()
        self.h = h
        self.qkv = nn.Linear(d, 3 * d)
        self.q, self.k, self.v = nn.Linear(d, d), nn.Linear(d, d), nn.Linear(d, d)
        self.o = nn.Linear(d, d)
    def forward(self, x):
        b, s, d = x.shape
        q, k, v = (m(x).view(b, s, self.h, d // self.h).transpose(1, 2) for m in (self.q, self.k, self.v))
        a = torch.softmax(q @ k.transpose(-2, -1) / 2 ** 0.5, dim=-1)
        print(r, type(q).__name__, q.placements, a.placements)
        y = (a @ v).transpose(1, 2).reshape(b, s, d)
        return self.o(y)
m = Attn()
plan = {n: ColwiseParallel(use_local_output=False) for n in "qkv"}
plan["o"] = RowwiseParallel(use_local_output=False)
parallelize_module(m, mesh, plan)
x = torch.randn(2, 3, 8)
y = m(x)
print(r, type(y).__name__, y.placements, f"{y.full_tensor().sum().item():.3f}")
y.pow(2).mean().backward()
print(r, m.q.weight.grad.placements, f"{m.q.weight.grad.full_tensor().norm().item():.4f}", m.o.bias.grad.placements)
n = nn.utils.clip_grad_norm_([p for p in m.parameters() if p.grad is not None], 0.1)
print(r, n.placements, f"{n.full_tensor().item():.4f}")
dist.destroy_process_group()
