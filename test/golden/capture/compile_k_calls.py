import torch


def inner(x, k):
    return x.sin() * k


def noisy(x):
    print("in noisy")
    return x + 1


@torch.compile(dynamic=False)
def f(x):
    a = inner(x, 2)
    b = noisy(a)
    return b.cos()


print(f(torch.ones(2)))
print(f(torch.ones(2)))
