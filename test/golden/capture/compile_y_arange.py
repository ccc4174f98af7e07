import torch


@torch.compile
def f(x):
    p = torch.arange(x.shape[1])
    return (x + p, x[:, -1], x.reshape(x.shape[0] * x.shape[1]))


for n in (2, 3, 4):
    f(torch.ones(2, n))
