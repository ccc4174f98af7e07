# world-size: 2
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Shard, Replicate, Partial, distribute_tensor
mesh = init_device_mesh("cpu", (2,))
x = torch.ones(2, 2, requires_grad=True)
for pl in (Shard(0), Replicate(), Partial()):
    d = distribute_tensor(x, mesh, [pl])
    print(d)
    print(DTensor.from_local(x, mesh, [pl]))
    print(DTensor.from_local(x * 2, mesh, [pl]))
    print(d.redistribute(placements=[Replicate()]))
    print(d.redistribute(placements=[pl]))
    print(d * 2, d.detach(), d.to_local(), d.full_tensor())
    with torch.no_grad():
        print(DTensor.from_local(x, mesh, [pl]))
    print(torch.nn.Parameter(distribute_tensor(torch.ones(2, 2), mesh, [pl])))
    l = d._local_tensor
    print(l.requires_grad, l.is_leaf)
d = distribute_tensor(x, mesh, [Shard(0)])
(d * 3).sum().backward()
print(d.grad, x.grad)
lin = torch.nn.Linear(2, 2)
print(distribute_tensor(lin.bias.data.zero_().requires_grad_(), mesh, [Shard(0)]))
