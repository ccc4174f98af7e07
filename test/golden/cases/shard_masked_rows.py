# world-size: 4
# Row-sharded look-ups: the mask of a result, its buffer, and views that no longer fit it.
import torch, torch.nn.functional as F
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Replicate, Shard, distribute_tensor
mesh = init_device_mesh("cpu", (4,))
torch.manual_seed(0)
w = distribute_tensor(torch.arange(32.).view(16, 2) + 1, mesh, [Shard(0)])
x = torch.randint(0, 16, (2, 3))
dx = distribute_tensor(x, mesh, [Replicate()])
def attempt(name, f):
    try:
        print(name, f())
    except Exception as e:
        print(name, type(e).__name__, e)
e = F.embedding(dx, w)
print(repr(e.placements), e.placements[0], e.placements[0].is_partial())
print(e.to_local())
attempt("first", lambda: e.full_tensor().tolist())
attempt("again", lambda: e.full_tensor().tolist())
a = F.embedding(dx, w)
attempt("other", lambda: F.embedding(dx + 1 - 1, w).placements)
d1 = distribute_tensor((x + 3) % 16, mesh, [Replicate()])
attempt("conflict", lambda: F.embedding(d1, w).placements)
attempt("one", lambda: a.full_tensor().sum().item())
attempt("two", lambda: a.full_tensor().sum().item())
attempt("three", lambda: a.full_tensor().sum().item())
attempt("relu", lambda: F.embedding(dx, w).relu().placements)
attempt("times", lambda: (F.embedding(dx, w) * 2).placements)
y = distribute_tensor(torch.randint(0, 16, (4,)), mesh, [Replicate()])
attempt("flat", lambda: F.embedding(y, w).view(2, 4).placements)
attempt("flat gathered", lambda: F.embedding(y, w).view(2, 4).full_tensor())
attempt("shards", lambda: F.embedding(y, w).redistribute(mesh, [Shard(0)]).to_local().tolist())
lin = distribute_tensor(torch.ones(2, 2), mesh, [Replicate()])
attempt("linear", lambda: F.linear(F.embedding(d1, w), lin).placements)
attempt("linear of one", lambda: F.linear(F.embedding(y, w), lin).full_tensor().tolist())
table = distribute_tensor(torch.arange(32.).view(8, 4), mesh, [Shard(0)])
col = distribute_tensor(torch.tensor([[5, 0, 7, 2]]), mesh, [Replicate()])
attempt("gather", lambda: table.gather(0, col).placements)
attempt("gathered", lambda: table.gather(0, col).full_tensor().tolist())
p = torch.nn.Parameter(w.clone())
F.embedding(y, p).redistribute(mesh, [Replicate()]).to_local().pow(2).sum().backward()
print(p.grad.placements, p.grad.to_local().tolist())
