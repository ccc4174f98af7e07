# A counter on an object that every call moves: a guard that always fails.
import torch


class Counter:
    def __init__(self):
        self.n = 0


c = Counter()


@torch.compile(dynamic=False)
def f(x):
    c.n += 1
    return x + c.n


for _ in range(4):
    print(f(torch.zeros(2)))
