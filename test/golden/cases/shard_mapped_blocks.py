# world-size: 2
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Partial, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.debug import CommDebugMode
from torch.distributed.tensor.experimental import local_map

mesh = init_device_mesh("cpu", (2,))
a = distribute_tensor(torch.ones(2, 4), mesh, [Shard(1)])
b = distribute_tensor(torch.ones(4, 2), mesh, [Shard(0)])
times = local_map(lambda x, y: x @ y, out_placements=[Partial()], in_placements=([Shard(1)], [Shard(0)]), device_mesh=mesh)
with CommDebugMode() as comms:
    out = times(a, b)
    print(out.placements, comms.get_total_counts(), out.full_tensor().tolist(), comms.get_total_counts())
try:
    times(b, a)
except ValueError as e:
    print(str(e)[-70:])
moved = local_map(lambda x: (x * 2, x.sum()), out_placements=([Shard(0)], [Partial()]), in_placements=([Shard(0)],), device_mesh=mesh, redistribute_inputs=True)
c, d = moved(a)
print(c.placements, d.full_tensor().item(), times(torch.ones(1, 2), torch.ones(2, 1)))
dist.destroy_process_group()
