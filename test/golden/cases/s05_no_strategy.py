# world-size: 2
# After a public report: https://github.com/pytorch/pytorch/issues/124990
# diagonal() of a distributed tensor works, nonzero() has no rule.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

mesh = init_device_mesh("cpu", (2,))
x = distribute_tensor(torch.eye(4), mesh, [Shard(0)])
print(torch.diagonal(x).placements)
torch.nonzero(x)
