# world-size: 4
# One matrix on four cores: each holds two of its eight columns.
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() or "cpu"

mesh = init_device_mesh(torch.device(device).type, (4,))
x = torch.arange(6.0).reshape(2, 3)
w = torch.arange(24.0).reshape(3, 8)
X = distribute_tensor(x, mesh, [Replicate()])
W = distribute_tensor(w, mesh, [Shard(1)])
Y = X @ W
print(Y.placements, Y.to_local())
if dist.get_rank() == 0:
    print(torch.equal(Y.full_tensor().cpu(), x @ w))
else:
    Y.full_tensor()
