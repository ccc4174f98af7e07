import torch


@torch.compile(dynamic=False)
def f(x, i):
    if i == 1:
        torch._dynamo.graph_break()
    return x + 1


for i in range(3):
    print(f(torch.ones(2), i))
