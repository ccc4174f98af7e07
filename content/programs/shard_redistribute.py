# world-size: 4
# From rows to columns to whole: each change of placement is a collective.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

mesh = init_device_mesh(device.type, (4,))
x = distribute_tensor(torch.arange(16.0).reshape(4, 4), mesh, [Shard(0)])
columns = x.redistribute(mesh, [Shard(1)])
print(columns.to_local().flatten().tolist())
whole = columns.redistribute(mesh, [Replicate()])
print(whole.to_local().sum().item(), whole.placements)
again = whole.redistribute(mesh, [Shard(0)])
print(again.to_local().tolist())
