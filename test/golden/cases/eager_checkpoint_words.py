# What PyTorch says and warns of where its library is used wrongly or in the old way.
import torch, warnings
from torch.utils.checkpoint import checkpoint, checkpoint_sequential, set_checkpoint_early_stop
import torch.nn as nn
def tr(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
torch.manual_seed(0)
def f(x, s=1): print('run'); return (x * s).sin().sum()
x = torch.ones(3, requires_grad=True)
for r in (True, False):
    y = checkpoint(f, x, use_reentrant=r); y.backward(); print(x.grad, y.grad_fn.name())
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    checkpoint(f, x); checkpoint(f, x.detach(), use_reentrant=True)
    for v in w: print(v.category.__name__, v.message)
tr(lambda: checkpoint(f, x, use_reentrant=True, s=2))
tr(lambda: checkpoint(f, x, use_reentrant=False, s=2))
m = nn.Sequential(nn.Linear(3, 3), nn.Dropout(), nn.Linear(3, 1))
o = checkpoint_sequential(m, 2, x, use_reentrant=False); o.sum().backward(); print(m[0].weight.grad)
n = [0]
def g(x):
    n[0] += 1
    return x.sin().cos() if n[0] == 1 else x.sin()
def bad():
    checkpoint(g, x, use_reentrant=False).sum().backward()
tr(bad)
with set_checkpoint_early_stop(False):
    checkpoint(f, x, use_reentrant=False).backward()
y = checkpoint(f, x, use_reentrant=True)
tr(lambda: torch.autograd.grad(y, x))
