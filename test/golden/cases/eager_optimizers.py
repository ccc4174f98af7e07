# Every optimizer and schedule, seven steps each.
import torch
import torch.nn as nn
for make in (lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, foreach=True, weight_decay=0.1), lambda p: torch.optim.AdamW(p, foreach=True), lambda p: torch.optim.Adam(p, lr=0.1, amsgrad=True), lambda p: torch.optim.Adadelta(p),
             lambda p: torch.optim.Adamax(p), lambda p: torch.optim.NAdam(p), lambda p: torch.optim.RAdam(p), lambda p: torch.optim.RMSprop(p, momentum=0.9, centered=True), lambda p: torch.optim.Adagrad(p, lr_decay=0.1), lambda p: torch.optim.SGD(p, lr=0.1, nesterov=True, momentum=0.5)):
    torch.manual_seed(0)
    m = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    o = make(m.parameters())
    for _ in range(7):
        o.zero_grad()
        loss = m(torch.ones(2, 3)).pow(2).mean()
        loss.backward()
        o.step()
    print(type(o).__name__, [round(p.sum().item(), 5) for p in m.parameters()])
print(o)
m = nn.Linear(2, 2)
o = torch.optim.SGD(m.parameters(), lr=1.0)
S = torch.optim.lr_scheduler
for mk in (lambda: S.StepLR(o, 2, 0.5), lambda: S.CosineAnnealingLR(o, 5), lambda: S.LambdaLR(o, lambda e: 0.9 ** e), lambda: S.OneCycleLR(o, 0.5, total_steps=8), lambda: S.LinearLR(o, 0.1, total_iters=4), lambda: S.ExponentialLR(o, 0.9), lambda: S.MultiStepLR(o, [2, 4], 0.1), lambda: S.CosineAnnealingWarmRestarts(o, 3), lambda: S.PolynomialLR(o, 5, 2.0), lambda: S.SequentialLR(o, [S.ConstantLR(o, 0.1, 2), S.ExponentialLR(o, 0.9)], [2])):
    for g in o.param_groups:
        g['lr'] = 1.0; g.pop('initial_lr', None)
    s = mk()
    out = []
    for _ in range(7):
        o.step(); out.append(round(s.get_last_lr()[0], 6)); s.step()
    print(type(s).__name__, out)
r = S.ReduceLROnPlateau(o, patience=1)
for v in (1., 1., 1., 1.): r.step(v)
print(o.param_groups[0]['lr'])
d = o.state_dict(); print(d['param_groups'][0].keys()); o.load_state_dict(d)
