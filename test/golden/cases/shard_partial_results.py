# world-size: 2
import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, Replicate, Partial, distribute_tensor, DTensor
mesh = init_device_mesh("cpu", (2,))
r = dist.get_rank()
def D(t, p): return distribute_tensor(t, mesh, [p])
def P(t, op="sum"): return DTensor.from_local(t, mesh, [Partial(op)])
def show(name, f):
    try:
        y = f()
        ys = y if isinstance(y, (tuple, list)) else (y,)
        for y in ys:
            if isinstance(y, DTensor):
                print(name, y.placements, tuple(y.shape), y.to_local().tolist(), y.full_tensor().tolist())
            else:
                print(name, y)
    except Exception as e:
        print(name, type(e).__name__, str(e)[:300])
x = torch.arange(8.).reshape(4, 2)
idx = torch.tensor([[0, 1], [1, 0], [0, 0], [1, 1]])
for n, f in {
  "sa S1": lambda: D(x.clone(), Shard(1)).scatter_add_(1, D(idx, Shard(1)), D(x.clone(), Shard(1))),
  "sa P": lambda: P(x + r).scatter_add_(1, D(idx, Replicate()), D(x.clone(), Replicate())),
  "ia P": lambda: P(x + r).index_add_(1, torch.tensor([0]), D(x[:, :1].clone(), Replicate())),
  "ia S1": lambda: D(x.clone(), Shard(1)).index_add_(1, torch.tensor([0]), D(x[:, :1].clone(), Replicate())),
  "addmm_": lambda: D(torch.ones(4, 4), Replicate()).addmm_(D(x.clone(), Replicate()), D(x.T.clone().contiguous(), Replicate())),
  "addmm_ S": lambda: D(torch.ones(4, 4), Shard(0)).addmm_(D(x.clone(), Shard(0)), D(x.T.clone().contiguous(), Replicate())),
  "addmm_ P": lambda: D(torch.ones(4, 4), Replicate()).addmm_(D(x.clone(), Shard(1)), D(x.T.clone().contiguous(), Shard(0))),
  "scatter_ S1": lambda: D(x.clone(), Shard(1)).scatter_(1, D(idx, Shard(1)), 9.0),
  "add_ P": lambda: P(x + r).add_(D(x.clone(), Replicate())),
  "mul_ P": lambda: P(x + r).mul_(D(x.clone(), Replicate())),
  "one_hot": lambda: torch.nn.functional.one_hot(P(idx + r), 5),
  "int": lambda: P(x + 0.5).int(), "bool": lambda: P(x - 1).bool(), "maxint": lambda: P(x + r + 0.5, "max").long(), "maxbool": lambda: P(x + r, "max").bool(),
  "half": lambda: P(x + 0.5).double(), "intfloat": lambda: P(idx + r).float(), "cplx": lambda: P(x + 0.5).to(torch.complex64),
  "kron": lambda: torch.kron(P(x + r), D(x.clone(), Replicate())), "kron2": lambda: torch.kron(D(x.clone(), Shard(0)), D(x.clone(), Replicate())), "kron3": lambda: torch.kron(P(x + r), P(x)),
  "kron4": lambda: torch.kron(D(x.clone(), Replicate()), D(x.clone(), Shard(1))),
}.items():
    show(n, f)
