import torch


@torch.compile(dynamic=False)
def f(v, t):
    return v[t < 1] * 2


v = torch.arange(4.0)
print(f(v, v))
print(f(v, v - 1))
