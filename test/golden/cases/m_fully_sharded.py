# world-size: 2
# fully_shard: blocks of parameters between steps, uneven ones too, gradients averaged, kept back, clipped.
import torch
import torch.distributed as dist
from torch import nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import FSDPModule, fully_shard

dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(3))
        self.spare = nn.Linear(3, 3)
        self.out = nn.Linear(3, 1, bias=False)

    def forward(self, x, spare=False):
        x = x * self.scale
        return self.out(self.spare(x) if spare else x)


torch.manual_seed(7)
model = nn.Sequential(nn.Linear(4, 3), nn.Tanh(), Gate())
for layer in (model[0], model[2]):
    fully_shard(layer)
fully_shard(model)
print(type(model).__name__, type(model[2]).__name__, isinstance(model[0], FSDPModule), isinstance(model[1], FSDPModule))
for name, p in model.named_parameters():
    print(name, p.placements, tuple(p.shape), tuple(p.to_local().shape))

opt = torch.optim.AdamW(model.parameters(), lr=0.05)
x = torch.linspace(-1, 1, 8).reshape(2, 4) + 0.1 * rank
for step in range(3):
    loss = (model(x) - 1).square().mean()
    loss.backward()
    norm = nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    opt.step()
    print(step, f"{loss.item():.4f}", f"{norm.full_tensor().item():.4f}", model[2].spare.weight.grad)
    opt.zero_grad()

# Two half batches, reduced once.
for last in (False, True):
    model.set_requires_gradient_sync(last)
    model(x[int(last) :][:1]).sum().backward()
    print("has gradients", model[0].weight.grad is not None)
print(f"{model[0].weight.grad.full_tensor().sum().item():.4f}")

with torch.no_grad():
    print(model(torch.zeros(1, 4)).shape, {k: tuple(v.to_local().shape) for k, v in model.state_dict().items()})
model[2].unshard()
print(type(model[2].scale).__name__, tuple(model[2].scale.shape))
model[2].reshard()
print(type(model[2].scale.data).__name__)

mesh = init_device_mesh("cpu", (1, 2), mesh_dim_names=("copies", "blocks"))
small = fully_shard(nn.Linear(2, 4), mesh=mesh, reshard_after_forward=True)
print(small.weight.placements)
small(torch.ones(1, 2) * rank).sum().backward()
print(small.weight.grad.to_local())
