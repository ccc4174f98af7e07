# world-size: 2
# After a public report: https://github.com/huggingface/transformers/pull/48848
# Three heads on two ranks: the view is where it fails.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

mesh = init_device_mesh("cpu", (2,))
six = distribute_tensor(torch.arange(24.0).reshape(1, 24), mesh, [Shard(1)])
print(six.view(1, 6, 4).placements)
three = distribute_tensor(torch.arange(24.0).reshape(2, 12), mesh, [Shard(1)])
print(three.view(2, 3, 4).placements)
