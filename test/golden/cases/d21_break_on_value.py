# After a public report: https://github.com/pytorch/pytorch/issues/160437
# A break that only one value of an argument reaches.
import torch


@torch.compile(dynamic=False)
def f(x, i):
    if i == 1:
        torch._dynamo.graph_break()
    return x + i


for i in range(3):
    print(f(torch.zeros(2), i))
