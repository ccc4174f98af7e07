# world-size: 4
import torch, torch.distributed as dist, torch.nn as nn
dist.init_process_group("gloo")
r, n = dist.get_rank(), dist.get_world_size()
groups = [dist.new_group([i, i + 1]) for i in (0, 2)]
mine = groups[r // 2]
t = torch.tensor([float(r)])
dist.all_reduce(t, op=dist.ReduceOp.SUM, group=mine); print(r, t)
dist.broadcast(t, src=dist.get_global_rank(mine, 0), group=mine); print(r, t.item())
out = [torch.zeros(2, dtype=torch.int64) for _ in range(2)]
dist.all_gather(out, torch.tensor([r, r * r]), group=mine); print(r, out)
rs = torch.zeros(2); dist.reduce_scatter(rs, [torch.full((2,), float(r + i)) for i in range(n)]); print(r, rs)
g = [torch.zeros(1) for _ in range(n)] if r == 2 else None
dist.gather(torch.tensor([r + 0.5]), g, dst=2); print(r, g)
w1 = dist.isend(torch.tensor([r * 1.0]), (r + 1) % n); b = torch.zeros(1); w2 = dist.irecv(b, (r - 1) % n); w1.wait(); w2.wait(); print(r, b)
o = [torch.zeros(1) for _ in range(n)]; dist.all_to_all(o, [torch.tensor([10.0 * r + i]) for i in range(n)]); print(r, o)
dist.barrier()
objs = [None, None]; dist.all_gather_object(objs, {"rank": r}, group=mine); print(r, objs)
lst = [None]; dist.scatter_object_list(lst, [f"to {i}" for i in range(n)] if r == 0 else None, src=0); print(r, lst)
x = torch.tensor([r + 1], dtype=torch.int32); dist.all_reduce(x, op=dist.ReduceOp.PRODUCT); print(r, x)
y = torch.tensor([True, r == 0]); dist.all_reduce(y.to(torch.uint8), op=dist.ReduceOp.MAX); print(r, y)
h = dist.all_reduce(torch.ones(1), async_op=True); print(r, type(h).__name__ != "", h.wait())
z = torch.ones(2, 3) * r; dist.all_gather_into_tensor(q := torch.empty(8, 3), z); print(r, q[:, 0].tolist())
try:
    dist.all_reduce(torch.ones(1), group="nope")
except Exception as e: print(r, type(e).__name__)
try:
    dist.broadcast(torch.ones(1), src=0, group=groups[1 - r // 2])
    print(r, "skipped")
except Exception as e: print(r, type(e).__name__)
print(r, dist.get_rank(mine), dist.get_world_size(mine), dist.get_process_group_ranks(mine), dist.get_group_rank(mine, r), dist.is_available(), dist.get_backend(mine))
with torch.no_grad():
    m = nn.Linear(2, 2)
    for p in m.parameters():
        dist.broadcast(p, 0); dist.all_reduce(p); p /= n
dist.destroy_process_group()
print(dist.is_initialized())
