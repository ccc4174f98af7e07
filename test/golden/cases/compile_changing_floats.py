"""Floats that changed between compiles, alone and in sums, products, powers and max(): tensors where they meet tensors, guards where they stay numbers."""

import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x, thr):
    return x.clamp(max=thr) / thr
print(f(torch.ones(2), 2.0))
print(f(torch.ones(2), 3.0))
print(f(torch.ones(2), 4.0))
@torch.compile
def f(x, a, b):
    y = x + 1
    return y * (a * 2) + (a + b) * y - a ** 2 + torch.pow(y, a)
print(f(torch.ones(2), 2.0, 3.))
print(f(torch.ones(2), 3.0, 4.))
print(f(torch.ones(2), 4.0, 5.))
@torch.compile
def f(x, y):
    return x * y
x = torch.ones(2)
print(f(x, 2.0)); print(f(x, x)); print(f(x, 3.0)); print(f(x, torch.ones(2)))
@torch.compile
def g(x, y):
    return x * y
print(g(x, 2)); print(g(x, x)); print(g(x, torch.ones(1)))
@torch.compile
def h(x, y):
    return x * y
print(h(x, x)); print(h(x, 2)); print(h(x, 3))
@torch.compile
def k(x, y):
    return x * y
print(k(x, 2)); print(k(x, 2.5)); print(k(x, 4))
@torch.compile
def m(x, y=None):
    return x if y is None else x * y
print(m(x)); print(m(x, 2.5)); print(m(x, 4.5)); print(m(x))
@torch.compile
def g(x, p, eps):
    n = x.norm()
    return (x.abs() + eps) ** p / max(p, 1.0), torch.nn.functional.dropout(x, 0.0), torch.clamp(x, -p, p)
for p in (1.5, 2.5, 3.5):
    print(g(x, p, 1e-3))
w = torch.ones(2, requires_grad=True)
@torch.compile
def h(w, t, s):
    return ((w * t + 1) * (s * t)).sum() - t
for t in (1.5, 2.5, 3.5):
    w.grad = None
    h(w, t, t + 1).backward()
    print(w.grad)
@torch.compile
def k(w, t):
    return torch.where(w > t, w, t * w), w.new_full((2,), t), (1 - t) * w + t * w.detach()
for t in (0.1, 0.2, 0.3):
    print(k(w, t))
@torch.compile
def focal(logits, y, gamma=2.0, alpha=0.25):
    p = torch.sigmoid(logits)
    ce = F.binary_cross_entropy_with_logits(logits, y, reduction="none")
    pt = p * y + (1 - p) * (1 - y)
    a = alpha * y + (1 - alpha) * (1 - y)
    return (a * (1 - pt) ** gamma * ce).mean()
torch.manual_seed(0)
x = torch.randn(4, requires_grad=True)
y = torch.tensor([0., 1., 1., 0.])
for g, a in ((2.0, 0.25), (2.0, 0.5), (2.0, 0.75), (1.5, 0.75), (1.0, 0.75)):
    l = focal(x, y, g, a)
    l.backward()
    print(f"{l.item():.4f}")
@torch.compile
def mix(x, y, t: float):
    idx = torch.arange(x.size(0)).flip(0)
    m = t * x + (1 - t) * x[idx]
    return m, torch.lerp(x, y, t), x.mul(t).add(y, alpha=t)
for t in (0.1, 0.2, 0.3):
    for o in mix(torch.ones(3, 2), torch.zeros(3, 2), t): print(o.sum())
@torch.compile
def temp(logits, temperature=1.0, top_k=None):
    logits = logits / max(temperature, 1e-5)
    if top_k is not None:
        v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
        logits = torch.where(logits < v[..., [-1]], -float("inf"), logits)
    return F.softmax(logits, dim=-1)
l = torch.arange(6.).view(1, 6)
for t, k in ((1.0, None), (0.8, None), (0.7, 2), (0.6, 3), (0.5, 4)):
    print(temp(l, t, k))
@torch.compile
def noise(x, std):
    if std == 0:
        return x
    return x + torch.randn_like(x) * std
print(noise(torch.ones(2), 0.0)); print(noise(torch.ones(2), 0.5).shape); print(noise(torch.ones(2), 0.7).shape)
class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.enc = nn.Linear(6, 4)
        self.dec = nn.Linear(2, 6)
    def forward(self, x, beta=1.0):
        mu, logvar = self.enc(x).chunk(2, dim=1)
        std = torch.exp(0.5 * logvar)
        z = mu + std * torch.randn_like(std)
        r = torch.sigmoid(self.dec(z))
        kl = -0.5 * (1 + logvar - mu ** 2 - logvar.exp()).sum(1).mean()
        rec = ((r - x) ** 2).sum(1).mean()
        return {"loss": rec + beta * kl, "kl": kl, "rec": rec}
torch.manual_seed(0)
m = VAE()
c = torch.compile(m)
opt = torch.optim.Adam(m.parameters(), lr=1e-2)
for i in range(4):
    x = torch.rand(4 + i, 6)
    opt.zero_grad()
    out = c(x, beta=0.1 * (i + 1))
    out["loss"].backward()
    opt.step()
    print({k: round(v.item(), 3) for k, v in out.items()}.keys())

class EMA:
    def __init__(self, m, decay):
        self.decay = decay
        self.shadow = {k: v.detach().clone() for k, v in m.state_dict().items()}
    @torch.no_grad()
    def update(self, m):
        for k, v in m.state_dict().items():
            self.shadow[k].mul_(self.decay).add_(v, alpha=1 - self.decay)
ema = EMA(m, 0.9)
up = torch.compile(ema.update)
up(m)
ema.decay = 0.99
up(m)
print(sorted(ema.shadow))

@torch.compile
def sched(step: int, x):
    lr = 0.1 * min(1.0, step / 10)
    return x * lr
for s in (1, 2, 3, 11):
    print(sched(s, torch.ones(2)))
