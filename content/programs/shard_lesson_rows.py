# world-size: 4
# The same product, cut along the inner dimension: each core has a part of every sum.
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() or "cpu"

mesh = init_device_mesh(torch.device(device).type, (4,))
x = torch.arange(8.0).reshape(2, 4)
w = torch.arange(12.0).reshape(4, 3)
X = distribute_tensor(x, mesh, [Shard(1)])
W = distribute_tensor(w, mesh, [Shard(0)])
Y = X @ W
print(Y.placements, Y.to_local())
print(Y.redistribute(mesh, [Replicate()]).to_local())
