# world-size: 4
import torch, torch.distributed as dist, torch.nn as nn, torch.nn.functional as F
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, Replicate
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module, loss_parallel
from torch.distributed.fsdp import fully_shard
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
r = dist.get_rank()
torch.manual_seed(0)
net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 8))
parallelize_module(net, mesh["tp"], {"0": ColwiseParallel(), "2": RowwiseParallel()})
fully_shard(net, mesh=mesh["dp"])
opt = torch.optim.Adam(net.parameters(), lr=0.01)
torch.manual_seed(mesh["dp"].get_local_rank())
x = torch.randn(4, 8)
for s in range(2):
    loss = net(x).pow(2).mean(); loss.backward(); opt.step(); opt.zero_grad(); print(r, s, f"{loss.item():.4f}")
print(r, net[0].weight.placements, net[0].weight.to_local().shape)
dist.destroy_process_group()
