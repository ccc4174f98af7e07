import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2

    def g(z):
        return z + y
    return g


print(f(torch.ones(2))(torch.ones(2)))
