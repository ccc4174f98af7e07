# An operator that fails on the shapes fails while tracing already.
import torch


@torch.compile(dynamic=False)
def product(x):
    return x @ x


print(product(torch.ones(2, 3)))
