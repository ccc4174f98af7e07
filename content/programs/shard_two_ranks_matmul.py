# world-size: 2
# Column by column: the weight is split by columns, so is the result, and nothing is sent.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

mesh = init_device_mesh(device.type, (2,))
x = distribute_tensor(torch.ones(2, 3), mesh, [Replicate()])
w = distribute_tensor(torch.arange(12.0).reshape(3, 4), mesh, [Shard(1)])
y = x @ w
print(y.placements, y.to_local().tolist())
print(torch.relu(y - 16).placements, y.full_tensor().tolist())
