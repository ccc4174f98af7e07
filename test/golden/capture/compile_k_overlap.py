# In-place operators whose operands overlap, traced: what the trace refuses and what a graph makes of it.
import torch


@torch.compile(dynamic=False)
def shifted(x):
    y = x * 1
    y[1:].add_(y[:-1])
    return y


@torch.compile(dynamic=False)
def copied(x):
    y = x * 1
    y[1:] = y[:-1]
    return y


@torch.compile(dynamic=False)
def given(x):
    x[1:] += x[:-1]
    return x


for f in (shifted, copied, given):
    try:
        print(f(torch.arange(4.0)))
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0])
