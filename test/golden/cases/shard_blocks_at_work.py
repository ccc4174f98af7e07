# world-size: 2
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard, Replicate, Partial, distribute_tensor, zeros, ones, full, empty
import torch.distributed.tensor as dt
mesh = init_device_mesh("cpu", (2,))
torch.manual_seed(3)
a = zeros(5, 3, device_mesh=mesh, placements=[Shard(0)])
b = ones((4,), device_mesh=mesh, placements=[Replicate()], dtype=torch.int64)
c = full((2, 2), 7.0, device_mesh=mesh, placements=[Shard(1)], requires_grad=True)
print(a.to_local().shape, b, c.to_local(), c.requires_grad, c.is_leaf)
for f in (lambda: dt.randn(4, 2, device_mesh=mesh, placements=[Shard(0)]), lambda: torch.rand_like(a), lambda: torch.nn.init.normal_(a), lambda: a.uniform_(), lambda: torch.nn.functional.dropout(a, 0.5), lambda: a.bernoulli_(0.5), lambda: a.random_(0, 5), lambda: a.exponential_(), lambda: torch.randint_like(a, 3), lambda: torch.nn.init.kaiming_uniform_(a), lambda: torch.nn.init.trunc_normal_(a), lambda: torch.nn.init.zeros_(a)):
    try:
        y = f()
        print(y.placements, y.shape, y.to_local().shape)
    except Exception as e:
        print(type(e).__name__, str(e)[:200])
u = distribute_tensor(torch.arange(10.).reshape(5, 2), mesh, [Shard(0)])
print(u.to_local().tolist(), (u * 2).sum(0).full_tensor().tolist(), u.t().placements, u[1:3].placements, u.mean().full_tensor(), u.max(0)[0].placements)
print(u.redistribute(placements=[Shard(1)]).to_local().tolist(), u.softmax(0).placements, torch.cat([u, u]).shape)
print(u, u.full_tensor().shape, u.device_mesh, u.stride(), u.storage_offset(), u.is_contiguous())
d = DTensor.from_local(torch.ones(2 + dist.get_rank(), 2), mesh, [Shard(0)], shape=torch.Size([5, 2]), stride=(2, 1))
print(d.shape, d.sum().full_tensor())
s = distribute_tensor(torch.ones(1, 2), mesh, [Shard(0)])
print(s.to_local().shape, s.sum().full_tensor(), (s + s).to_local().shape, s.full_tensor())
import copy, pickle
k = copy.deepcopy(u)
print(k.placements, k.to_local().data_ptr() != u.to_local().data_ptr(), torch.equal(k, u))
print(u.detach().placements, u.clone().placements, u.requires_grad_().requires_grad, u.float().dtype, u.to(torch.bfloat16).placements, u.cpu().placements, u.numel(), u.dim(), len(u), u.nelement(), u.element_size(), u.tolist() if False else "")
for row in u.detach()[:2]:
    print(row.placements, row.full_tensor().tolist())

import torch.nn as nn
lin = nn.Linear(2, 4)
lin.weight = nn.Parameter(distribute_tensor(lin.weight.data, mesh, [Shard(0)]))
cp = copy.deepcopy(lin)
print(type(cp.weight).__name__, isinstance(cp.weight, nn.Parameter), cp.weight.placements, cp.weight.requires_grad, cp.weight is lin.weight)
print(repr(lin.weight)[:60], type(lin.weight.data).__name__, isinstance(lin.weight, DTensor))
