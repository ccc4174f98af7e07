# world-size: 4
# The last bits of reductions over three and four ranks: which rank is added to which, chunk by chunk.
import struct, torch, torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor
dist.init_process_group("gloo")
rank, world = dist.get_rank(), dist.get_world_size()
def show(name, t):
    print(rank, name, [float(v).hex() for v in t.double().flatten()])
def mine(*shape, dtype=torch.float32, ranks=world):
    torch.manual_seed(7)
    return (torch.rand(ranks, *shape) * 2 - 1).to(dtype)[rank if rank < ranks else 0].clone()
for n in (1, 3, 5, 8, 13):
    x = mine(n)
    dist.all_reduce(x)
    show(f"all_reduce {n}", x)
for dtype in (torch.float16, torch.bfloat16, torch.float64):
    for op in ("SUM", "PRODUCT", "AVG"):
        x = mine(9, dtype=dtype)
        dist.all_reduce(x, op=getattr(dist.ReduceOp, op))
        show(f"{dtype} {op}", x)
x = torch.full((8,), float("nan") if rank == 2 else float(rank))
for op in (dist.ReduceOp.MAX, dist.ReduceOp.MIN):
    y = x.clone()
    dist.all_reduce(y, op=op)
    show("nan", y)
y = torch.full((8,), -0.0 if rank % 2 else 0.0)
dist.all_reduce(y, op=dist.ReduceOp.MAX)
show("zeros", y)
x = mine(11)
dist.reduce(x, 1)
if rank == 1:
    show("reduce", x)
for n in (1, 3, 4):
    out = torch.empty(n)
    dist.reduce_scatter(out, list(mine(4, n)))
    show(f"reduce_scatter {n}", out)
    out = torch.empty(n)
    dist.reduce_scatter_tensor(out, mine(4 * n))
    show(f"reduce_scatter_tensor {n}", out)
three = dist.new_group([0, 1, 2])
if rank < 3:
    x = mine(7, ranks=3)
    dist.all_reduce(x, group=three)
    show("three", x)
mesh = init_device_mesh("cpu", (4,))
p = DTensor.from_local(mine(5, 3), mesh, [Partial()])
show("replicate", p.redistribute(placements=[Replicate()]).to_local())
show("shard", p.redistribute(placements=[Shard(0)]).to_local())
show("shard 1", p.redistribute(placements=[Shard(1)]).to_local())
torch.manual_seed(3)
show("norm", distribute_tensor(torch.rand(9, 5), mesh, [Shard(0)]).norm().full_tensor())
show("sum", distribute_tensor(torch.rand(9, 5), mesh, [Shard(0)]).sum(0).full_tensor())
for call in (lambda op: dist.all_reduce(x, op=op), lambda op: dist.reduce(x, 0, op=op), lambda op: dist.reduce_scatter_tensor(torch.empty(1), torch.ones(4), op=op)):
    for op in ("sum", None, 3):
        try:
            call(op)
        except TypeError as e:
            print(rank, str(e).split(" object at ")[0], str(e).split(">, ")[1])
dist.barrier()
dist.destroy_process_group()
