# world-size: 4
# Five rows on four ranks: chunks of two, two, one and nothing.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

mesh = init_device_mesh(device.type, (4,))
x = distribute_tensor(torch.arange(10.0).reshape(5, 2), mesh, [Shard(0)])
print(tuple(x.to_local().shape), x.to_local().tolist())
print(x.shape, x.sum().full_tensor().item())
