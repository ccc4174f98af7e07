# world-size: 4
# The rows of x are the samples of a batch: each rank has two of them, and all of w.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() or "cpu"

mesh = init_device_mesh(torch.device(device).type, (4,))
x = torch.arange(24.0).reshape(8, 3)
w = torch.arange(6.0).reshape(3, 2)
X = distribute_tensor(x, mesh, [Shard(0)])
W = distribute_tensor(w, mesh, [Replicate()])
Y = X @ W
print(Y.placements)
