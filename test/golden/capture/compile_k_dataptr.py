import torch


@torch.compile(dynamic=False)
def f(x):
    return x + 1 if x.data_ptr() % 16 == 0 else x + 2


f(torch.ones(2))
