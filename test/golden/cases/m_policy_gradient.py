import torch, torch.nn as nn
from torch.distributions import Categorical, Normal
torch.manual_seed(0)
class Policy(nn.Module):
    def __init__(self): super().__init__(); self.affine1 = nn.Linear(4, 8); self.dropout = nn.Dropout(p=0.6); self.affine2 = nn.Linear(8, 2); self.saved_log_probs = []; self.rewards = []
    def forward(self, x): return torch.softmax(self.affine2(torch.relu(self.dropout(self.affine1(x)))), dim=1)
p = Policy(); opt = torch.optim.Adam(p.parameters(), lr=1e-2)
for t in range(4):
    probs = p(torch.randn(1, 4)); m = Categorical(probs); a = m.sample(); p.saved_log_probs.append(m.log_prob(a)); p.rewards.append(1.0 - 0.1 * t); print(a.item(), f"{m.entropy().item():.4f}")
R, ret = 0, []
for r in p.rewards[::-1]: R = r + 0.99 * R; ret.insert(0, R)
ret = torch.tensor(ret); ret = (ret - ret.mean()) / (ret.std() + 1e-8)
loss = torch.cat([-lp * r for lp, r in zip(p.saved_log_probs, ret)]).sum(); opt.zero_grad(); loss.backward(); opt.step(); print(f"{loss.item():.4f}")
n = Normal(torch.zeros(2), torch.ones(2)); z = n.rsample(); print(z, n.log_prob(z), torch.distributions.kl_divergence(n, Normal(torch.ones(2), 2 * torch.ones(2))))
print(torch.multinomial(torch.tensor([0.1, 0.2, 0.7]), 5, replacement=True), torch.bernoulli(torch.full((4,), 0.5)), torch.randperm(5), torch.normal(0.0, 1.0, (2,)), torch.empty(3).exponential_(), torch.randint(3, (2, 2)), torch.rand(2).uniform_(-1, 1))
