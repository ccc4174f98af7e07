# world-size: 4
import torch, torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_tensor
m1 = init_device_mesh("cpu", (4,))
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
r = dist.get_rank()
x = torch.arange(64.).reshape(4, 4, 4)
for m, p in ((m1, [Shard(1)]), (m1, [Shard(2)]), (mesh, [Shard(0), Shard(1)]), (mesh, [Shard(1), Shard(0)]), (mesh, [Replicate(), Shard(1)])):
    d = distribute_tensor(x, m, p)
    for shape in ((16, 4), (4, 16), (64,)):
        try:
            v = d.view(shape)
            print(r, p, shape, v.placements, v.to_local().flatten().tolist()[:4], torch.equal(v.full_tensor(), x.view(shape)))
        except RuntimeError as e:
            print(r, p, shape, str(e)[:80])
d = distribute_tensor(x, m1, [Shard(1)]).view(16, 4)
e = d * 2
print(r, e.placements, (d + 1).sum(1).placements, d.view(4, 4, 4).placements)
print(r, d.redistribute(m1, [Shard(0)]).to_local().shape, d.sum().full_tensor().item())
w = distribute_tensor(torch.ones(4, 2), m1, [Replicate()])
print(r, (d @ w).placements, (d @ w).view(4, 4, 2).placements)
y = torch.randn(2, 4, 8, requires_grad=True)
z = distribute_tensor(torch.ones(2, 4, 8), m1, [Shard(1)]).requires_grad_()
torch.nn.functional.linear(z, w.t().redistribute(m1, [Replicate()])[:, :1].expand(2, 8) if False else distribute_tensor(torch.ones(3, 8), m1, [Replicate()])).sum().backward()
print(r, z.grad.placements, z.grad.to_local().shape)
dist.destroy_process_group()
