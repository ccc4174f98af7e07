# world-size: 2
import torch, torch.distributed as dist, torch.nn as nn, torch.nn.functional as F
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, Replicate, distribute_tensor
from torch.distributed.tensor.parallel import ColwiseParallel, parallelize_module, loss_parallel
mesh = init_device_mesh("cpu", (2,))
r = dist.get_rank()
torch.manual_seed(0)
m = nn.Linear(4, 8)
parallelize_module(m, mesh, ColwiseParallel(output_layouts=Shard(-1), use_local_output=False))
x = torch.randn(3, 4); y = torch.randint(0, 8, (3,))
out = m(x)
print(r, type(out).__name__, out.placements)
with loss_parallel():
    loss = F.cross_entropy(out, y)
    loss.backward()
print(r, f"{loss.item():.4f}", m.weight.grad.to_local().shape)
import torch.distributed._functional_collectives as funcol
t = funcol.all_reduce(torch.ones(2) * r, "sum", dist.group.WORLD)
print(r, t + 1)
dist.destroy_process_group()
