# fullgraph=True turns a break into an error at the call.
import torch


@torch.compile(dynamic=False, fullgraph=True)
def f(x):
    y = x + 1
    print("hello")
    return y * 2


f(torch.ones(2))
