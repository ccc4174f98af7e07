# world-size: 4
# The outermost module says what it does after forward; its layers are left to themselves.
import os

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

r = int(os.environ["RANK"])
torch.manual_seed(0)
m = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.ReLU())
m.append(torch.nn.Linear(m[0].out_features, 2))
for p in m.parameters():
    p.data = (p.data * 8).round() / 2
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("a", "b"))
for layer in m:
    if list(layer.parameters()):
        fully_shard(layer, mesh=mesh)
fully_shard(m, mesh=mesh, reshard_after_forward=True)
o = torch.optim.SGD(m.parameters(), lr=0.5)
for i in range(2):
    o.zero_grad()
    loss = m(torch.ones(2, m[0].in_features) * r).sum()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(m.parameters(), 4.0)
    o.step()
    print(loss)
for name, p in m.named_parameters():
    print(name, p.shape, getattr(p, "_local_tensor", p).detach())
dist.destroy_process_group()
