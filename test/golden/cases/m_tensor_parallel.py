# world-size: 2
import torch, torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import distribute_tensor, Shard, Replicate, DTensor, Partial
from torch.distributed.tensor.parallel import parallelize_module, ColwiseParallel, RowwiseParallel
mesh = init_device_mesh("cpu", (2,), mesh_dim_names=("tp",)); torch.manual_seed(0)
class FF(nn.Module):
    def __init__(s): super().__init__(); s.up = nn.Linear(4, 8); s.down = nn.Linear(8, 4)
    def forward(s, x): return s.down(torch.nn.functional.gelu(s.up(x)))
m = FF(); x = torch.randn(2, 4); ref = m(x)
parallelize_module(m, mesh, {"up": ColwiseParallel(), "down": RowwiseParallel()})
y = m(x); print(torch.allclose(y, ref, atol=1e-6), type(m.up.weight.data).__name__, m.up.weight.placements); y.sum().backward(); print(m.up.weight.grad.placements, m.down.bias.grad.placements)
a = distribute_tensor(torch.arange(8.).view(4, 2), mesh, [Shard(0)]); b = distribute_tensor(torch.ones(2, 3), mesh, [Replicate()])
c = a @ b; print(c.placements, c.full_tensor().sum(), c.to_local().shape); d = a.redistribute(mesh, [Replicate()]); print(d.placements, a.sum().placements, a.sum().full_tensor()); print(DTensor.from_local(torch.ones(2), mesh, [Partial()]).full_tensor())
