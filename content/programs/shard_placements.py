# world-size: 4
# The same matrix by rows, by columns, whole; full_tensor() puts the pieces together again.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

mesh = init_device_mesh(device.type, (4,))
full = torch.arange(16.0).reshape(4, 4)
for placement in (Shard(0), Shard(1), Replicate()):
    x = distribute_tensor(full, mesh, [placement])
    print(placement, tuple(x.to_local().shape), x.to_local().flatten().tolist())
rows = distribute_tensor(full, mesh, [Shard(0)])
print(torch.equal(rows.full_tensor().cpu(), full))
