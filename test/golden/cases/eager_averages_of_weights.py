import torch, torch.nn as nn
from torch.optim.swa_utils import AveragedModel, SWALR, update_bn, get_ema_multi_avg_fn, get_ema_avg_fn
torch.manual_seed(0)
def net(): return nn.Sequential(nn.Linear(4, 6), nn.BatchNorm1d(6), nn.Tanh(), nn.Linear(6, 2, bias=False))
x = torch.randn(5, 4); y = torch.randn(5, 2)
for mk in (lambda p: torch.optim.Rprop(p), lambda p: torch.optim.ASGD(p, lr=0.1, t0=1), lambda p: torch.optim.Adafactor(p, weight_decay=0.1)):
    torch.manual_seed(1); m = net(); o = mk(m.parameters()); print(o)
    for i in range(3):
        o.zero_grad(); l = (m(x) - y).pow(2).mean(); l.backward(); o.step(); print(f"{l.item():.4f}")
    print(sorted(o.state_dict()["state"][0]))
m = nn.Linear(4, 6, bias=False); o = torch.optim.Muon(m.parameters(), lr=0.02); print(o)
for i in range(2): o.zero_grad(); l = m(x).pow(2).mean(); l.backward(); o.step(); print(f"{l.item():.4f}")
try: torch.optim.Muon(net().parameters())
except ValueError as e: print(e)
m = net(); a = AveragedModel(m); e = AveragedModel(m, multi_avg_fn=get_ema_multi_avg_fn(0.9), use_buffers=True); e2 = AveragedModel(m, avg_fn=get_ema_avg_fn(0.5))
o = torch.optim.SGD(m.parameters(), lr=0.1); s = SWALR(o, swa_lr=0.05, anneal_epochs=3)
for i in range(5):
    o.zero_grad(); (m(x) - y).pow(2).mean().backward(); o.step(); a.update_parameters(m); e.update_parameters(m); e2.update_parameters(m); s.step(); print(s.get_last_lr())
update_bn([x], a); print(a.module[1].running_mean, a.n_averaged, a(x)[0]); print(e.module[0].weight[0], e2.module[0].weight[0]); print(sorted(a.state_dict()))
o = torch.optim.SGD(m.parameters(), lr=0.1, momentum=0.9); s = torch.optim.lr_scheduler.CyclicLR(o, 0.01, 0.1, step_size_up=2, mode="triangular2")
for i in range(6): o.step(); s.step(); print(s.get_last_lr(), o.param_groups[0]["momentum"])
nn.init.xavier_uniform(m[0].weight); print(m[0].weight[0])
z = torch.randn(3, requires_grad=True) * 2; z.detach_(); print(z.requires_grad, z.grad_fn)
w = torch.empty(3, 3); torch.eye(3, out=w); print(w)
