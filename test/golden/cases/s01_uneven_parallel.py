# world-size: 2
# After a public report: https://github.com/pytorch/pytorch/issues/150336
# Five columns on two ranks: the second layer is given pieces that do not fit.
import torch
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

torch.manual_seed(0)
mesh = init_device_mesh("cpu", (2,))
net = nn.Sequential(nn.Linear(4, 5), nn.Linear(5, 5))
net = parallelize_module(net, mesh, {"0": ColwiseParallel(), "1": RowwiseParallel()})
print(tuple(net[0].weight.to_local().shape), tuple(net[1].weight.to_local().shape))
print(net(torch.ones(3, 4)).shape)
