import torch, math
import torch.nn as nn
from torch.utils.data import Dataset, DataLoader, random_split, TensorDataset
torch.manual_seed(0)
class Spiral(Dataset):
    def __init__(self, n=24):
        t = torch.linspace(0, 3 * math.pi, n)
        self.x = torch.stack([t.cos() * t, t.sin() * t], 1) + 0.1 * torch.randn(n, 2)
        self.y = (t > 1.5 * math.pi).long()
    def __len__(self): return len(self.x)
    def __getitem__(self, i): return {"x": self.x[i], "y": self.y[i], "i": i}
ds = Spiral(); tr, va = random_split(ds, [18, 6], generator=torch.Generator().manual_seed(1))
print(len(tr), len(va), va.indices)
dl = DataLoader(tr, batch_size=5, shuffle=True, drop_last=False)
net = nn.Sequential(nn.Linear(2, 8), nn.Tanh(), nn.LayerNorm(8), nn.Dropout(0.1), nn.Linear(8, 2))
opt = torch.optim.AdamW(net.parameters(), lr=0.02, weight_decay=0.01)
sched = torch.optim.lr_scheduler.OneCycleLR(opt, max_lr=0.05, total_steps=8)
for epoch in range(2):
    net.train(); tot = 0.0
    for b in dl:
        loss = nn.functional.cross_entropy(net(b["x"]), b["y"], weight=torch.tensor([1.0, 2.0]))
        opt.zero_grad(); loss.backward()
        g = nn.utils.clip_grad_norm_(net.parameters(), 0.5, error_if_nonfinite=True)
        opt.step(); sched.step(); tot += loss.item() * len(b["y"])
        print(b["i"].tolist(), f"{loss:.4f} {g:.4f} {sched.get_last_lr()[0]:.6f}")
    net.eval()
    with torch.no_grad():
        acc = sum((net(v["x"][None]).argmax(1) == v["y"]).sum().item() for v in va) / len(va)
    print(f"epoch {epoch}: {tot / len(tr):.4f} acc {acc:.2%}")
print(opt.state_dict()["param_groups"][0]["betas"], list(opt.state_dict()["state"][0]))
print(net.state_dict().keys())
print(opt)
