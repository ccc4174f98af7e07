# Fused steps of optimizers, alone and under a gradient scaler.
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
torch.set_printoptions(precision=2, sci_mode=False)
def p0(dt=torch.float32): return [nn.Parameter(torch.linspace(-1, 1, 6).to(dt).view(2, 3).clone()), nn.Parameter(torch.tensor([.5, -.3], dtype=dt))]
for cls, kw in [(torch.optim.Adam, {}), (torch.optim.Adam, dict(amsgrad=True, weight_decay=.1, maximize=True)), (torch.optim.AdamW, dict(betas=(.4, .6), lr=torch.tensor(.1))), (torch.optim.SGD, dict(lr=.1)), (torch.optim.SGD, dict(lr=.1, momentum=.9, weight_decay=.1, nesterov=True)), (torch.optim.SGD, dict(lr=.1, momentum=.9, dampening=.3, maximize=True)), (torch.optim.Adagrad, dict(lr=.1, lr_decay=.1, weight_decay=.1))]:
    for dt in (torch.float32, torch.float64, torch.bfloat16):
        ps = p0(dt); o = cls(ps, fused=True, **kw)
        def clos():
            o.zero_grad(); l = sum(((p - .2) ** 4).sum() + p.abs().sum() for p in ps); l.backward(); return l
        for _ in range(2): l = o.step(clos)
        print(cls.__name__, dt, f'{l.item():.3f}', ps[0].data)
    print({k: {a: (b.dtype if torch.is_tensor(b) else b) for a, b in v.items()} for k, v in o.state_dict()['state'].items()})
    sc = torch.amp.GradScaler('cpu', init_scale=4.)
    for f in (0, 1, 2):
        o.zero_grad(); sc.scale((ps[0] ** 3).sum() * (float('inf') if f == 1 else 1)).backward()
        if f == 2: sc.unscale_(o)
        sc.step(o); sc.update(); print(ps[0][0].data, ps[0].grad[0])
for f in (lambda: torch.optim.Adam(p0(), fused=True, foreach=True), lambda: torch.optim.SGD(p0(), fused=True, differentiable=True)):
    try: f()
    except RuntimeError as e: print(e)
z = nn.Parameter(torch.zeros(2, dtype=torch.cfloat)); z.grad = torch.ones_like(z)
try: torch.optim.Adam([z], fused=True).step()
except RuntimeError as e: print(e)
