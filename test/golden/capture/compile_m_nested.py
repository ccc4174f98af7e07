import torch


def outer(x, k):

    def inner(y):
        return y * k + x
    k = k + 1
    return inner(x)


@torch.compile(dynamic=False)
def f(x):
    return outer(x, 2)


print(f(torch.ones(2)))
