# world-size: 2
# After a public report: https://github.com/pytorch/pytorch/issues/150336
# The same with the true shape kept between the layers.
import torch
import torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module

torch.manual_seed(0)
mesh = init_device_mesh("cpu", (2,))
net = nn.Sequential(nn.Linear(4, 5), nn.Linear(5, 5))
net = parallelize_module(net, mesh, {"0": ColwiseParallel(use_local_output=False), "1": RowwiseParallel()})
print(tuple(net(torch.ones(3, 4)).shape))
