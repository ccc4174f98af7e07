import torch, torch.nn as nn
from torch.optim import lr_scheduler as S
def run(mk, sc=None):
    torch.manual_seed(1); p = [nn.Parameter(torch.randn(3, 2)), nn.Parameter(torch.randn(2))]; o = mk(p); s = sc(o) if sc else None; out = []
    for i in range(4):
        o.zero_grad(); ((p[0].sum(0) * p[1]).sum() ** 2 + p[0].pow(2).sum()).backward(); o.step()
        if s: s.step(); out.append(s.get_last_lr()[0])
    print(type(o).__name__, type(s).__name__, f"{p[0].sum():.5f} {p[1].sum():.5f}", out)
T = torch.optim
for mk in (lambda p: T.SGD(p, 0.01, momentum=0.9, nesterov=True), lambda p: T.SGD(p, 0.01, weight_decay=0.1, maximize=True), lambda p: T.Adam(p, 0.01, amsgrad=True), lambda p: T.AdamW(p, 0.01), lambda p: T.RMSprop(p, 0.01, centered=True, momentum=0.1), lambda p: T.Adagrad(p, 0.01, lr_decay=0.1), lambda p: T.Adadelta(p), lambda p: T.Adamax(p), lambda p: T.NAdam(p), lambda p: T.RAdam(p)): run(mk)
sgd = lambda p: T.SGD(p, lr=0.1)
for sc in (lambda o: S.StepLR(o, 2), lambda o: S.ExponentialLR(o, 0.9), lambda o: S.CosineAnnealingLR(o, 4, 0.01), lambda o: S.LambdaLR(o, lambda e: 0.95 ** e), lambda o: S.MultiStepLR(o, [1, 3], 0.5), lambda o: S.LinearLR(o, 0.1, total_iters=3), lambda o: S.SequentialLR(o, [S.ConstantLR(o, 0.1, 2), S.ExponentialLR(o, 0.9)], [2]), lambda o: S.CosineAnnealingWarmRestarts(o, 2), lambda o: S.PolynomialLR(o, 4, 2.0), lambda o: S.OneCycleLR(o, 0.1, total_steps=6)): run(sgd, sc)
p = nn.Parameter(torch.ones(1)); o = sgd([p]); r = S.ReduceLROnPlateau(o, patience=0, factor=0.5)
for l in (1.0, 1.0, 0.5, 0.6): r.step(l); print(o.param_groups[0]["lr"])
