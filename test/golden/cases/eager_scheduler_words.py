# What PyTorch says and warns of where its library is used wrongly or in the old way.
import torch, warnings
warnings.simplefilter('always')
from torch.optim.lr_scheduler import *
def mk():
    return torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1, momentum=0.9)
def tr(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
o = mk(); s = StepLR(o, 2)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter('always')
    s.step()
    s.step(3)
    s.get_lr()
    for x in w: print(x.category.__name__, x.message)
tr(lambda: LambdaLR(mk(), [lambda e: 1, lambda e: 2]))
tr(lambda: ConstantLR(mk(), 2.0))
tr(lambda: LinearLR(mk(), 0))
tr(lambda: LinearLR(mk(), 0.5, 2.0))
tr(lambda: CosineAnnealingWarmRestarts(mk(), 0))
tr(lambda: CyclicLR(torch.optim.Adagrad([torch.ones(1, requires_grad=True)]), 0.1, 1))
tr(lambda: OneCycleLR(mk(), 0.1))
tr(lambda: OneCycleLR(mk(), 0.1, total_steps=-1))
tr(lambda: OneCycleLR(mk(), 0.1, total_steps=4, anneal_strategy='x'))
def one():
    o = mk(); s = OneCycleLR(o, 0.1, total_steps=3)
    for _ in range(5): o.step(); s.step()
tr(one)
tr(lambda: ReduceLROnPlateau(mk(), factor=1.5))
tr(lambda: ReduceLROnPlateau(mk(), mode='x'))
o = mk(); s = ReduceLROnPlateau(o, patience=1, factor=0.5, cooldown=1)
for v in (1., 1., 1., 1., .5, .6, .7, .8): s.step(v); print(s.get_last_lr(), s.num_bad_epochs, s.cooldown_counter)
print(s.state_dict())
o = mk(); s = SequentialLR(o, [ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)], [2])
for _ in range(4): o.step(); s.step(); print(s.get_last_lr())
print(s.state_dict())
o = mk(); s = ChainedScheduler([ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9)], o)
for _ in range(3): o.step(); s.step(); print(s.get_last_lr())
tr(lambda: SequentialLR(o, [ConstantLR(o)], [1, 2]))
tr(lambda: ChainedScheduler([]))
tr(lambda: MultiStepLR(mk(), [1], last_epoch=3))
o = mk(); s = OneCycleLR(o, 0.1, total_steps=4); print(o.param_groups[0]["momentum"])
o.step(); s.step(); print(o.param_groups[0]['momentum'])
from torch.optim.swa_utils import AveragedModel, SWALR, get_ema_multi_avg_fn
o = mk(); s = SWALR(o, 0.05, anneal_epochs=3)
for _ in range(4): o.step(); s.step(); print(s.get_last_lr())
