# world-size: 2
# A leaf's gradient arrives in one layout and is added to in another: the ranks meet while it is added, and the graph runs once.
import torch, torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_module, distribute_tensor

mesh = init_device_mesh("cpu", (2,))


def leaf():
    return distribute_tensor(torch.arange(32.0).view(8, 4) / 10, mesh, [Shard(0)]).requires_grad_()


x = leaf()
x.softmax(0).sum().backward()
print(x.grad.placements)
(x * 2).sum().backward()
print(x.grad.placements, x.grad.full_tensor().sum().item())
(x * 2).pow(2).sum().backward()
print(x.grad.placements, round(x.grad.full_tensor().sum().item(), 3))

norm = distribute_module(nn.LayerNorm(4), mesh)
y = leaf()
for _ in range(2):
    norm(y).pow(2).sum().backward()
    print(y.grad.placements, norm.weight.grad.placements, [round(v, 3) for v in norm.weight.grad.full_tensor().tolist()])
