import torch


@torch.compile(dynamic=False)
def one(x):
    return (x * 2).view(-1)


@torch.compile(dynamic=False)
def both(x):
    y = x * 2
    return y, y.view(-1)


@torch.compile(dynamic=False)
def two_views(x):
    y = x * 2
    return y.view(-1), y.t()


@torch.compile(dynamic=False)
def of_input(x):
    return x.view(-1), x * 3


for f in (one, both, two_views, of_input):
    x = torch.ones(2, 2, requires_grad=True)
    out = f(x)
    outs = out if isinstance(out, tuple) else (out,)
    print([o.grad_fn is not None for o in outs], outs)
    sum(o.sum() for o in outs).backward()
    print(x.grad)
