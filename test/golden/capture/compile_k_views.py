import torch


@torch.compile(dynamic=False)
def f(x):
    y = x.view(2, 6)
    z = y.transpose(0, 1)[1:4]
    w = z.contiguous().reshape(-1)
    return y, z, w, x.unsqueeze(0)


for t in f(torch.arange(12.0)):
    print(t)
