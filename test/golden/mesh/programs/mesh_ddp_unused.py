# world-size: 2
import torch, torch.distributed as dist, torch.nn as nn
from torch.nn.parallel import DistributedDataParallel as DDP
dist.init_process_group("gloo")
r = dist.get_rank()
torch.manual_seed(r)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 4); self.b = nn.Linear(4, 4); self.unused = nn.Linear(2, 2)
        self.bn = nn.BatchNorm1d(4); self.register_buffer("steps", torch.zeros(1))
    def forward(self, x, skip=False):
        self.steps += 1
        x = self.bn(self.a(x))
        return x if skip else self.b(x)
m = DDP(Net(), find_unused_parameters=True, broadcast_buffers=True)
opt = torch.optim.SGD(m.parameters(), 0.1, momentum=0.9)
for i in range(2):
    torch.manual_seed(10 * i + r)
    m(torch.randn(6, 4), skip=(i == 1)).pow(2).mean().backward()
    print(r, i, m.module.unused.weight.grad, f"{m.module.a.weight.grad.norm().item():.4f}", m.module.b.weight.grad is None or f"{m.module.b.weight.grad.norm().item():.4f}")
    opt.step(); opt.zero_grad()
print(r, m.module.steps, f"{m.module.bn.running_mean.sum().item():.3f}", [k for k in m.state_dict()][:3])
with torch.no_grad():
    print(r, f"{m.eval()(torch.ones(2, 4)).sum().item():.3f}")
print(type(m).__name__, m.device_ids, m.process_group.size() if hasattr(m.process_group, "size") else None)
dist.destroy_process_group()
