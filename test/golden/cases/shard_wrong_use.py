# world-size: 4
# What cannot be laid out, in DTensor's words; products of cut batches; plans that show themselves.
import torch, torch.nn as nn
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor, ones, zeros
from torch.distributed.tensor.parallel import *
mesh = init_device_mesh("cpu", (4,))
b = torch.arange(48.).view(6, 8) / 10
def show(name, f):
    try:
        y = f()
        print(name, y.placements, tuple(y.shape), tuple(y.to_local().shape), round(y.full_tensor().sum().item(), 3))
    except Exception as e:
        print(name, type(e).__name__, e)
a3 = torch.arange(48.).view(2, 4, 6) / 10; b3 = torch.arange(48.).view(2, 6, 4) / 10
P3 = [Shard(0), Shard(1), Shard(2), Replicate()]
for p in P3:
    for q in P3:
        x, y = distribute_tensor(a3, mesh, [p]), distribute_tensor(b3, mesh, [q])
        show(("bmm", p, q), lambda: torch.bmm(x, y))
        show(("matmul", p, q), lambda: x @ y)
        show(("ein", p, q), lambda: torch.einsum("bij,bjk->bik", x, y))
    show(("mm3", p), lambda: x @ distribute_tensor(b, mesh, [Shard(1)]))
    show(("lin3", p), lambda: torch.nn.functional.linear(x, distribute_tensor(b.t().contiguous(), mesh, [Shard(0)]), distribute_tensor(torch.ones(8), mesh, [Shard(0)])))

d = distribute_tensor(torch.arange(40.).view(8, 5), mesh, [Shard(0)])
for name, f in (("view", lambda: d.view(2, 4, 5)), ("unbind", lambda: d.unbind(0)[1]), ("nonzero", lambda: d.nonzero()), ("mask", lambda: d[d > 1]), ("dim", lambda: d.sum(4)), 
                ("transpose", lambda: d.transpose(0, 4)), ("add", lambda: d + d[:, :2]), ("mm", lambda: torch.mm(d, d)), ("in place", lambda: d.add_(distribute_tensor(torch.ones(8, 5), mesh, [Partial()]))),
                ("in place 2", lambda: d.pow_(distribute_tensor(torch.ones(1, 8, 5), mesh, [Shard(0)]))), ("cat", lambda: torch.cat([d, d[:, :3]], 0)), ("squeeze", lambda: d.squeeze(5)), ("split", lambda: d.split(-1)[0])):
    show(name, f)
mesh = init_device_mesh("cpu", (2, 2), mesh_dim_names=("dp", "tp"))
x = torch.arange(35.).view(5, 7)
z = zeros(3, 5, device_mesh=mesh, placements=[Shard(0), Shard(1)])
d = DTensor.from_local(torch.full((4, 3), 1.), mesh, [Partial("max"), Partial("max")])
try:
    d.redistribute(placements=[Partial("sum"), Replicate()])
except Exception as e: print(type(e).__name__, e)
try:
    d.redistribute(placements=[Shard(2), Replicate()])
except Exception as e: print(type(e).__name__, e)
try:
    distribute_tensor(x, mesh, [Shard(0)])
except Exception as e: print(type(e).__name__, e)
try:
    distribute_tensor(x, mesh, [Shard(5), Replicate()])
except Exception as e: print(type(e).__name__, e)
try:
    print(x.new_ones(5, 7) + d)
except Exception as e: print(type(e).__name__, e)
try:
    print(z + ones(3, 5, device_mesh=mesh["tp"], placements=[Shard(0)]))
except Exception as e: print(type(e).__name__, e)

mesh = mesh["tp"]
net = nn.Sequential(nn.Linear(4, 4))
plan = {
 "emb": RowwiseParallel(input_layouts=Replicate(), output_layouts=Shard(1)),
 "n1": SequenceParallel(), "n2": SequenceParallel(), "drop": SequenceParallel(),
 "att": PrepareModuleInput(input_layouts=Shard(1), desired_input_layouts=Replicate(), use_local_output=True),
 "att.qkv": ColwiseParallel(output_layouts=Replicate()),
 "att.o": RowwiseParallel(input_layouts=Replicate(), output_layouts=Shard(1)),
 "up": ColwiseParallel(input_layouts=Shard(1)),
 "down": RowwiseParallel(output_layouts=Shard(1)),
 "head": ColwiseParallel(input_layouts=Shard(1), output_layouts=Replicate(), use_local_output=True),
}
print(plan["up"], plan["n1"], plan["att"])
try:
    parallelize_module(nn.Conv1d(2, 2, 1), mesh, ColwiseParallel())
except Exception as e: print(type(e).__name__, e)
try:
    parallelize_module(net, mesh, {"nope.*": ColwiseParallel()})
except Exception as e: print(type(e).__name__, e)
try:
    parallelize_module(net, mesh, [ColwiseParallel()])
except Exception as e: print(type(e).__name__, e)
try:
    PrepareModuleInput(input_layouts=(Shard(0), Replicate()), desired_input_layouts=(Replicate(),))
except Exception as e: print(type(e).__name__, e)

print(PrepareModuleOutput(output_layouts=Shard(0), desired_output_layouts=Replicate()), PrepareModuleInputOutput(output_layouts=Shard(0), desired_output_layouts=Replicate()), ParallelStyle.__name__)
