import torch


class C:
    def __init__(self):
        self.n = 0


c = C()


@torch.compile(dynamic=False)
def f(x):
    c.n += 1
    return x * c.n


x = torch.ones(2)
for _ in range(4):
    print(f(x), c.n)
