import torch


@torch.compile(dynamic=False)
def f(x, n):
    while n > 0:
        x = x * 2
        n -= 1
        if n == 1:
            continue
    return x


print(f(torch.ones(2), 3), f(torch.ones(2), 2))
