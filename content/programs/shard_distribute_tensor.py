# world-size: 4
# One matrix on four cores: each holds two of its eight rows.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

mesh = init_device_mesh(device.type, (4,))
full = torch.arange(32.0).reshape(8, 4)
rows = distribute_tensor(full, mesh, [Shard(0)])
whole = distribute_tensor(full, mesh, [Replicate()])
print(rows.shape, rows.to_local().shape, rows.placements)
print(rows.to_local())
print(whole.to_local().shape, whole.placements)
