import torch


class C:

    def __init__(s):
        s.k = None
        s.n = 0

    def update(s, k):
        s.k = k if s.k is None else torch.cat([s.k, k], dim=0)
        s.n += 1
        return s.k


c = C()


@torch.compile(dynamic=False)
def step(x, c):
    k = c.update(x * 2)
    return (x @ k.t()).softmax(-1)


for i in range(3):
    print(step(torch.ones(1, 2), c).shape, c.n)
