# Values from outside the function are guarded too.
import torch

scale = 2


def make(offset):
    @torch.compile(dynamic=False)
    def f(x):
        return x * scale + offset

    return f


f = make(10)
print(f(torch.ones(2)))
print(f(torch.ones(2)))
scale = 3
print(f(torch.ones(2)))
