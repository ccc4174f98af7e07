# world-size: 2
import torch, torch.distributed as dist, torch.nn as nn, torch.nn.functional as F
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import DTensor, Partial, Replicate, Shard, distribute_tensor
from torch.distributed.tensor.parallel import ColwiseParallel, RowwiseParallel, parallelize_module, loss_parallel
mesh = init_device_mesh("cpu", (2,))
r = dist.get_rank()
torch.manual_seed(0)
class LM(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(11, 6)
        self.head = nn.Linear(6, 11, bias=False)
    def forward(self, i):
        return self.head(self.emb(i))
m = LM()
parallelize_module(m, mesh, {"emb": RowwiseParallel(input_layouts=Replicate()), "head": ColwiseParallel(use_local_output=False)})
ids = torch.randint(0, 11, (2, 5)); tgt = torch.randint(0, 11, (2, 5)); tgt[0, 0] = -100
out = m(ids)
print(r, out.placements, tuple(out.to_local().shape))
w = torch.linspace(0.5, 1.5, 11)
with loss_parallel():
    for red in ("mean", "sum", "none"):
        l = F.cross_entropy(out.flatten(0, 1), tgt.flatten(), weight=w, reduction=red)
        print(r, red, type(l).__name__, l.placements, f"{l.to_local().sum().item():.3f}")
    l3 = F.cross_entropy(out.transpose(1, 2), tgt)
    print(r, l3.placements, f"{l3.item():.3f}")
    (l3 + F.cross_entropy(out.flatten(0, 1), tgt.flatten(), weight=w, reduction="none").mean()).backward()
print(r, m.emb.weight.grad.placements, f"{m.emb.weight.grad.full_tensor().sum().item():.4f}", f"{m.head.weight.grad.to_local().abs().sum().item():.3f}")
try:
    with loss_parallel():
        F.cross_entropy(distribute_tensor(torch.randn(4, 6), mesh, [Shard(0)]), torch.tensor([0, 1, 2, 3]))
except ValueError as e:
    print(r, str(e)[:90])
dist.destroy_process_group()
