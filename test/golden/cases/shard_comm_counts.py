# world-size: 4
import torch, torch.nn as nn
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard, Replicate, distribute_tensor
from torch.distributed.tensor.debug import CommDebugMode
dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (4,))
torch.manual_seed(0)
x = distribute_tensor(torch.randn(8, 8), mesh, [Shard(0)])
w = distribute_tensor(torch.randn(8, 8), mesh, [Shard(0)])
c = CommDebugMode()
with c:
    y = x @ w
    z = y.redistribute(placements=[Replicate()])
print(c.get_total_counts(), c.get_comm_counts())
for k, v in c.get_comm_counts().items():
    print(type(k).__name__, k, v)
print(c.get_comm_counts()[torch.ops.c10d_functional.all_gather_into_tensor])
with c:
    t = torch.ones(3)
    dist.all_reduce(t)
    dist.broadcast(t, 0)
print(c.get_comm_counts(), c.get_total_counts())
with CommDebugMode() as m:
    (x.sum() ).full_tensor()
print(m.get_comm_counts())
print(repr(m)[:40] if False else "ok")
