# world-size: 4
# A mesh of two by two: split over one axis, copied along the other.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

mesh = init_device_mesh(device.type, (2, 2), mesh_dim_names=("dp", "tp"))
print(mesh.get_coordinate(), mesh["tp"].get_local_rank(), mesh.shape)
x = torch.arange(16.0).reshape(4, 4)
both = distribute_tensor(x, mesh, [Shard(0), Shard(1)])
one = distribute_tensor(x, mesh, [Replicate(), Shard(0)])
print(both.to_local().tolist(), tuple(one.to_local().shape))
print(both.sum().placements, both.full_tensor().sum().item())
