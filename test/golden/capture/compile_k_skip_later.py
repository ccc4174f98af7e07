import torch


@torch.compile(dynamic=False)
def f(x):
    u = {3: 3}.get(x.shape[-1])
    y = x
    if u is not None:
        y = y + u
    return y


for n in (3, 2, 3, 4):
    print(f(torch.ones(n)))
