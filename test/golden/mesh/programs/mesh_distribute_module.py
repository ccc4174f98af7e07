# world-size: 2
import torch, torch.distributed as dist, torch.nn as nn
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Replicate, Shard, distribute_module, distribute_tensor
from torch.distributed.tensor.parallel import ColwiseParallel, PrepareModuleInput, PrepareModuleInputOutput, PrepareModuleOutput, RowwiseParallel, SequenceParallel, parallelize_module
mesh = init_device_mesh("cpu", (2,))
r = dist.get_rank()
torch.manual_seed(0)
class Toy(nn.Module):
    def __init__(self):
        super().__init__()
        self.up = nn.Linear(4, 8)
        self.act = nn.GELU()
        self.down = nn.Linear(8, 4)
        self.register_buffer("scale", torch.ones(4))
    def forward(self, x):
        return self.down(self.act(self.up(x))) * self.scale
def cut(name, module, mesh):
    if isinstance(module, nn.Linear):
        for k, p in list(module.named_parameters(recurse=False)):
            module.register_parameter(k, nn.Parameter(distribute_tensor(p, mesh, [Shard(0)])))
m = distribute_module(Toy(), mesh, cut, lambda mod, inputs, mesh: (DTensor.from_local(inputs[0], mesh, [Replicate()]),), lambda mod, out, mesh: out.to_local())
y = m(torch.ones(3, 4))
print(r, type(y).__name__, tuple(y.shape), type(m.scale).__name__, m.scale.placements, m.up.weight.placements)
y.sum().backward()
print(r, m.up.weight.grad.placements, f"{m.down.bias.grad.full_tensor().sum().item():.3f}")
class Wrap(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.toy = Toy()
    def forward(self, x, bias=None):
        h = self.norm(x)
        print(r, "in", type(x).__name__, type(h).__name__, getattr(h, "placements", None))
        return self.toy(h)
torch.manual_seed(1)
w = Wrap()
w = parallelize_module(w, mesh, {
    "norm": SequenceParallel(),
    "toy": PrepareModuleInputOutput(input_layouts=(Shard(1),), desired_input_layouts=(Replicate(),), use_local_input=False, output_layouts=(Replicate(),), desired_output_layouts=(Shard(1),)),
    "toy.up": ColwiseParallel(),
    "toy.down": RowwiseParallel(use_local_output=False),
})
w.toy.register_buffer("scale", distribute_tensor(torch.ones(4), mesh, [Replicate()]))
try:
    o = w(torch.arange(24.).reshape(2, 3, 4)[:, :2])
    print(r, type(o).__name__, tuple(o.shape), f"{o.sum().item():.3f}")
except Exception as e:
    print(r, type(e).__name__, str(e)[:100])
lin = parallelize_module(nn.Linear(4, 4), mesh, RowwiseParallel(input_layouts=Replicate()))
z = lin(torch.ones(2, 4))
print(r, type(z).__name__)
z2 = parallelize_module(nn.Linear(4, 4), mesh, ColwiseParallel(output_layouts=Replicate()))(torch.ones(2, 4))
print(r, type(z2).__name__, tuple(z2.shape))
print(ColwiseParallel(), RowwiseParallel())
dist.destroy_process_group()
