# world-size: 2
import torch
import torch.nn as nn
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor
from torch.distributed.tensor.debug import CommDebugMode

mesh = init_device_mesh("cpu", (2,))
torch.manual_seed(0)
for make in (lambda p: torch.optim.AdamW(p, lr=0.1, foreach=True), lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, weight_decay=0.1, foreach=True), lambda p: torch.optim.RMSprop(p, foreach=True) if False else torch.optim.Adam(p, amsgrad=True, foreach=True)):
    params = [nn.Parameter(distribute_tensor(torch.randn(4, 3), mesh, [place])) for place in (Shard(0), Shard(1), Replicate())]
    opt = make(params)
    for _ in range(2):
        for p in params:
            p.grad = torch.ones_like(p) * 0.5
        opt.step()
    print([p.placements for p in params], [f"{p.full_tensor().sum().item():.4f}" for p in params])
with torch.no_grad(), CommDebugMode() as comms:
    torch._foreach_mul_(params, 0.5)
    made = torch._foreach_add(params, 1.0)
    torch._foreach_lerp_(params, made, 0.5)
    print([m.placements for m in made], f"{made[1].full_tensor().sum().item():.4f}")
print(comms.get_total_counts(), f"{torch.nn.utils.clip_grad_norm_([params[0]], 1.0, foreach=True).full_tensor().item():.4f}")
dist.destroy_process_group()
