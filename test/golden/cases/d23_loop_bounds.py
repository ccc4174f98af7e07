# After a public report: https://github.com/pytorch/pytorch/issues/114293
# Loop bounds as arguments: each pair is a graph of its own.
import torch


@torch.compile(dynamic=False)
def f(x, start, end):
    for i in range(start, end):
        x = x + i
    return x


for pair in ((0, 2), (0, 3), (1, 3), (2, 3)):
    print(f(torch.zeros(2), *pair))
