import torch


@torch.compile(dynamic=False)
def f(x):
    parts = [x[i] * i for i in range(3)]
    total = sum(p.sum() for p in parts)
    return total, max(parts[0][0], parts[1][0])


print(f(torch.ones(3, 2)))
