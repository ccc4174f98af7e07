import torch


class C:
    pass


c = C()
c.n = 0


@torch.compile
def f(x):
    c.n += 1
    return x * c.n


for i in range(5):
    print(f(torch.ones(2)))
