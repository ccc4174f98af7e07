# world-size: 2
# After public reports: https://github.com/pytorch/pytorch/issues/118836 and /110762
# Strides of an uneven shard, and the global size that from_local infers.
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard, Replicate, distribute_tensor

mesh = init_device_mesh("cpu", (2,))
rank = dist.get_rank()
x = distribute_tensor(torch.arange(15.0).view(3, 5), mesh, [Shard(1)])
print(rank, x.to_local().shape, x.to_local().stride(), x.stride())
local = torch.full((2 - rank, 4), float(rank))
d = DTensor.from_local(local, mesh, [Shard(0)], run_check=False)
print(rank, d.shape)
e = DTensor.from_local(local, mesh, [Shard(0)], run_check=False, shape=torch.Size((3, 4)), stride=(4, 1))
print(rank, e.shape, e.full_tensor())
