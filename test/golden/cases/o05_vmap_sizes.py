# What vmap refuses since sizes would depend on numbers, and losses of pairs.
import torch
from torch.func import vmap
x=torch.arange(6.).reshape(2,3)
def t(n,f):
    try: print(n, f())
    except Exception as e: print(n, type(e).__name__, str(e).split("\n")[0][:300])
t('nonzero',lambda: vmap(torch.nonzero)(x))
t('mask',lambda: vmap(lambda v: v[v>1])(x))
t('masked_select',lambda: vmap(lambda v: torch.masked_select(v, v>1))(x))
t('unique',lambda: vmap(torch.unique)(x))
t('item',lambda: vmap(lambda v: v.sum().item())(x))
t('if',lambda: vmap(lambda v: v if v.sum()>0 else -v)(x))
t('where1',lambda: vmap(lambda v: torch.where(v>1))(x))
t('smooth',lambda: vmap(lambda v: torch.nn.functional.smooth_l1_loss(v,v*2))(x))
t('huber',lambda: vmap(lambda v: torch.nn.functional.huber_loss(v,v*2))(x))
t('mse',lambda: vmap(lambda v: torch.nn.functional.mse_loss(v,v*2))(x))
y = x * 0.5 + 1
for loss in (torch.nn.functional.smooth_l1_loss, torch.nn.functional.huber_loss, torch.nn.functional.mse_loss):
    for how in ("mean", "sum", "none"):
        t((loss.__name__, how), lambda: vmap(lambda a, b: loss(a, b, reduction=how))(x, y))
    t("one", lambda: vmap(lambda a: loss(a, y[0]))(x))
t("beta", lambda: vmap(lambda a, b: torch.nn.functional.smooth_l1_loss(a, b, beta=0.3))(x, y))
t("delta", lambda: vmap(lambda a, b: torch.nn.functional.huber_loss(a, b, delta=0.3))(x, y))
