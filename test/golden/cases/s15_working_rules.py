# world-size: 2
# After a public report: https://github.com/pytorch/pytorch/issues/147724
# Rules that older versions lacked.
import torch
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor

mesh = init_device_mesh("cpu", (2,))
x = distribute_tensor(torch.arange(8.0).reshape(4, 2), mesh, [Shard(0)])
print(x.select(1, 0).placements, x.select(0, 0).placements)
print(x.amax().placements, x.amax(1).placements)
with torch.inference_mode():
    print((x * 2).placements)
