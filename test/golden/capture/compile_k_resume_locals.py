import torch


@torch.compile(dynamic=False)
def f(x, n):
    a = x + n
    b = a * 2
    s = b.sum().item()
    print("sum", s)
    c = [a, s]
    return c[0] * s + b


for n in (1, 1, 2):
    print(f(torch.ones(2), n))
