# world-size: 2
import torch, torch.nn as nn
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
dist.init_process_group("gloo")
r = dist.get_rank()
torch.manual_seed(r)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Linear(4, 4)
        self.frozen = nn.Linear(4, 4)
        for p in self.frozen.parameters(): p.requires_grad_(False)
        self.bn = nn.BatchNorm1d(4)
    def forward(self, x, scale=1.0):
        h = torch.relu(self.body(x)) + self.frozen(x)
        return {"out": self.bn(h) * scale, "aux": h.mean()}
m = DDP(Net())
print(round(m.module.body.weight.sum().item(), 5), round(m.module.frozen.weight.sum().item(), 5))
opt = torch.optim.SGD([p for p in m.parameters() if p.requires_grad], lr=0.1)
for s in range(2):
    o = m(torch.full((3, 4), float(r + s)) + torch.arange(4.) * torch.arange(3.).view(3, 1), scale=0.5)
    (o["out"].sum() + o["aux"]).backward()
    opt.step(); opt.zero_grad()
print(round(m.module.body.bias.sum().item(), 5), m.module.bn.running_mean.tolist() if r == 0 else "", m.module.bn.num_batches_tracked.item())
m._set_static_graph() if False else None
print(m.module.frozen.weight.grad, [n for n, b in m.named_buffers()], m.device_ids, m.find_unused_parameters, m.broadcast_buffers)
try:
    DDP(nn.ReLU())
except Exception as e:
    print(type(e).__name__, e)
class Wrapped(nn.Module):
    def __init__(self, inner): super().__init__(); self.ddp = inner
    def forward(self, x): return self.ddp(x)["out"]
w = torch.utils.checkpoint.checkpoint if hasattr(torch.utils, "checkpoint") else None
def unwrap(x): return x.module if isinstance(x, DDP) else x
print(type(unwrap(m)).__name__, type(unwrap(unwrap(m))).__name__)
sd = {k.removeprefix("module."): v for k, v in m.state_dict().items()}
n = Net(); print(n.load_state_dict(sd))
x = torch.ones(2, 4, requires_grad=True)
m2 = DDP(nn.Linear(4, 1, bias=False))
y = m2(x); y2 = m2(x * 2)
(y + y2).sum().backward()
print(m2.module.weight.grad, x.grad[0])
