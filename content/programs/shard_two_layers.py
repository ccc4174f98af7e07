# world-size: 4
# Two layers: the first matrix is cut by columns, the second by rows.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() or "cpu"

mesh = init_device_mesh(torch.device(device).type, (4,))
x = torch.arange(6.0).reshape(2, 3)
w1 = torch.arange(24.0).reshape(3, 8) - 12
w2 = torch.arange(16.0).reshape(8, 2)
X = distribute_tensor(x, mesh, [Replicate()])
W1 = distribute_tensor(w1, mesh, [Shard(1)])
W2 = distribute_tensor(w2, mesh, [Shard(0)])
Y = torch.relu(X @ W1) @ W2
print(Y.full_tensor().cpu())
