# A loop over a fixed range is unrolled: one graph with every pass in it.
import torch


@torch.compile(dynamic=False)
def f(x, n):
    for i in range(n):
        x = x + i
    return x


print(f(torch.zeros(2), 3))
print(f(torch.zeros(2), 3))
print(f(torch.zeros(2), 2))
