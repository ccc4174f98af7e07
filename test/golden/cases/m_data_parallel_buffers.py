# world-size: 2
import torch, torch.nn as nn, torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel as DDP
dist.init_process_group("gloo"); r = dist.get_rank(); torch.manual_seed(r)
class Net(nn.Module):
    def __init__(self):
        super().__init__(); self.norm = nn.BatchNorm1d(4); self.a = nn.Linear(4, 6); self.b = nn.Linear(6, 2)
    def forward(self, x): return self.b(torch.relu(self.a(self.norm(x))))
net = DDP(Net()); opt = torch.optim.AdamW(net.parameters(), lr=0.05)
print(f"{net.module.a.weight.sum().item():.4f}")
for step in range(4):
    x = torch.randn(3, 4) + r
    if step % 2 == 0:
        with net.no_sync(): net(x).pow(2).mean().backward()
        print("local", f"{net.module.a.weight.grad.norm().item():.4f}")
    else:
        loss = net(x).pow(2).mean(); loss.backward()
        n = nn.utils.clip_grad_norm_(net.parameters(), 1.0); opt.step(); opt.zero_grad()
        print(step, f"{loss.item():.4f} {n.item():.4f} {net.module.norm.running_mean.sum().item():.4f}")
net.eval()
with torch.no_grad(): print(f"{net(torch.ones(2, 4)).sum().item():.4f}", type(net).__name__, len(net.state_dict()))
print(net)
