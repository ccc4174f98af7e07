import torch
import contextlib


@contextlib.contextmanager
def scaled(k):
    yield (k * 2)


@torch.compile(dynamic=False)
def f(x):
    with scaled(3) as k:
        y = x * k
    return y


print(f(torch.ones(2)))
