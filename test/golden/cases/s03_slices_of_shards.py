# world-size: 2
# After a public report: https://github.com/pytorch/pytorch/issues/149447
# Slicing along the split dimension brings everything together.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

mesh = init_device_mesh("cpu", (2,))
x = distribute_tensor(torch.arange(64.0).reshape(8, 8), mesh, [Shard(1)])
print(x[:4].placements, x[..., :4].placements)
