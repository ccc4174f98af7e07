"""Optimizers update complex parameters as pairs of real ones."""
import torch
from torch import optim

torch.manual_seed(0)
start = torch.randn(3, dtype=torch.complex64)
target = torch.randn(3, dtype=torch.complex64)
kinds = [
    lambda p: optim.SGD(p, 0.1, momentum=0.9, weight_decay=0.01),
    lambda p: optim.Adam(p, 0.1, weight_decay=0.01),
    lambda p: optim.Adam(p, 0.1, amsgrad=True),
    lambda p: optim.AdamW(p, 0.1, foreach=True, amsgrad=True),
    lambda p: optim.AdamW(p, 0.1, foreach=False),
    lambda p: optim.RMSprop(p, 0.1, centered=True, momentum=0.5),
    lambda p: optim.RMSprop(p, 0.1, maximize=True),
    lambda p: optim.Adagrad(p, 0.1, initial_accumulator_value=0.5, weight_decay=0.01),
    lambda p: optim.Adadelta(p, 0.1),
    lambda p: optim.Adamax(p, 0.1, weight_decay=0.01),
    lambda p: optim.NAdam(p, 0.1, weight_decay=0.01, decoupled_weight_decay=True),
    lambda p: optim.RAdam(p, 0.1, weight_decay=0.01),
]
for make in kinds:
    p = start.clone().requires_grad_()
    q = torch.ones(2, requires_grad=True)
    o = make([p, q])
    for _ in range(3):
        o.zero_grad()
        ((p - target).abs().pow(2).sum() + q.pow(2).sum()).backward()
        o.step()
    print(type(o).__name__, p.detach(), q.detach())
    print({k: (v.dtype, tuple(v.shape)) for k, v in o.state[p].items() if torch.is_tensor(v)})
