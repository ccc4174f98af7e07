import torch
import contextlib


@contextlib.contextmanager
def scaled(k):
    yield (k * 2)


@torch.compile(dynamic=False)
def f(x):
    x = x + 1
    x = x * 2
    with scaled(3) as k:
        y = x * k
        print('in')
        y = y + 1
    return y


print(f(torch.ones(2)))
