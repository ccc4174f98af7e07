import torch, torch.nn as nn, math
torch.manual_seed(0)
class LoRA(nn.Module):
    def __init__(self, base: nn.Linear, r: int = 2, alpha: float = 4.0):
        super().__init__(); self.base = base; self.r, self.s = r, alpha / r
        for p in base.parameters(): p.requires_grad = False
        self.A = nn.Parameter(torch.empty(r, base.in_features)); self.B = nn.Parameter(torch.zeros(base.out_features, r)); nn.init.kaiming_uniform_(self.A, a=math.sqrt(5))
    def forward(self, x): return self.base(x) + (x @ self.A.T @ self.B.T) * self.s
    @torch.no_grad()
    def merge(self): self.base.weight += self.s * self.B @ self.A; return self.base
net = nn.Sequential(nn.Linear(4, 4), nn.SiLU(), nn.Linear(4, 2))
for i, m in enumerate(net):
    if isinstance(m, nn.Linear): net[i] = LoRA(m)
print(net); print([n for n, p in net.named_parameters() if p.requires_grad], sum(p.numel() for p in net.parameters() if p.requires_grad))
opt = torch.optim.AdamW([{"params": [p for n, p in net.named_parameters() if n.endswith("A")], "lr": 1e-2}, {"params": [p for n, p in net.named_parameters() if n.endswith("B")], "weight_decay": 0.0}], lr=1e-1)
x = torch.randn(6, 4); t = torch.randn(6, 2)
for _ in range(3): loss = (net(x) - t).pow(2).mean(); loss.backward(); opt.step(); opt.zero_grad(); print(f"{loss.item():.4f}")
before = net(x)
for i, m in enumerate(net):
    if isinstance(m, LoRA): net[i] = m.merge()
print(torch.allclose(before, net(x), atol=1e-6), net); print([(g["lr"], g["weight_decay"], len(g["params"])) for g in opt.param_groups])
sd = torch.optim.AdamW(net.parameters()).state_dict(); print(sd["param_groups"][0]["lr"], sd["state"])
opt.load_state_dict(opt.state_dict()); print(len(opt.state))
net[0].weight.requires_grad_(True).add_(1)
