# world-size: 2
# What keeps its placement, and what quietly becomes whole.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

mesh = init_device_mesh("cpu", (2,))
x = distribute_tensor(torch.arange(4.0), mesh, [Shard(0)])
part = x.sum()
print(part.placements, (part * 2).placements, (part + 1).placements, torch.relu(part).placements)
print(x.cumsum(0).placements, x.sort()[0].placements, x.topk(2)[0].placements)
