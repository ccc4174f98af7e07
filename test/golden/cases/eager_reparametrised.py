import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
from torch.nn.utils import remove_spectral_norm, remove_weight_norm, spectral_norm, weight_norm
from torch.nn.utils.parametrizations import weight_norm as wn, spectral_norm as sn, orthogonal
c = weight_norm(nn.Conv1d(3, 5, 3)); print(c, list(c.state_dict()))
x = torch.randn(2, 3, 9)
y = c(x); y.pow(2).sum().backward(); print(y.sum(), c.weight_g.grad, c.weight_v.grad, c.weight.grad_fn.name())
l = weight_norm(nn.Linear(7, 5), dim=1); z = l(torch.randn(4, 7)); z.pow(2).sum().backward(); print(l.weight_g.shape, l.weight_g.grad.round(decimals=3) + 0.0)
l = weight_norm(nn.Linear(7, 5), dim=None); z = l(torch.randn(4, 7)); z.pow(2).sum().backward(); print(l.weight_g.shape, l.weight_g.grad)
c = weight_norm(nn.Conv2d(3, 4, 3), dim=1); c(torch.randn(1,3,5,5)).sum().backward(); print(c.weight_g.grad)
remove_weight_norm(c); print(c, list(c.state_dict()))
l = wn(nn.Linear(6, 4)); print(l, list(l.state_dict())); l(torch.randn(3, 6)).pow(2).sum().backward(); print(l.parametrizations.weight.original0.grad)
s = sn(nn.Conv2d(2, 4, 3)); 
for i in range(2): o = s(torch.randn(1,2,4,4)); print(o.sum())
o.sum().backward(); print(s.parametrizations.weight.original.grad.sum(), s.parametrizations.weight[0]._u); print(s)
s.eval(); print(s(torch.ones(1,2,4,4)).sum())
s = spectral_norm(nn.Linear(5, 4)); print(s, list(s.state_dict()))
o = s(torch.randn(3,5)); o.sum().backward(); print(o, s.weight_orig.grad, s.weight_u)
sd = s.state_dict(); print(sd._metadata); s.load_state_dict(sd)
remove_spectral_norm(s); print(s.weight)
t = spectral_norm(nn.ConvTranspose2d(2,3,2)); print(t.weight_u.shape)
for om in ("matrix_exp", "cayley"):
    o = orthogonal(nn.Linear(4, 4), orthogonal_map=om)
    q = o.weight; print(torch.dist(q.T @ q, torch.eye(4)) < 1e-5)
