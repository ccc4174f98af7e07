import torch


@torch.compile(fullgraph=True, dynamic=False)
def f(x):
    y = x * 2
    print("no")
    return y


f(torch.ones(2))
