# world-size: 4
# A product over a split inner dimension leaves a partial sum on each rank.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

mesh = init_device_mesh(device.type, (4,))
a = distribute_tensor(torch.ones(2, 4), mesh, [Shard(1)])
b = distribute_tensor(torch.arange(8.0).reshape(4, 2), mesh, [Shard(0)])
c = a @ b
print(c.placements, c.to_local().tolist())
print(c.redistribute(mesh, [Replicate()]).to_local().tolist())
print((c * 2).placements, (c + 1).placements)
