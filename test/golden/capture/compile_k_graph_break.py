import torch


@torch.compile(dynamic=False)
def f(x):
    a = x + 1
    torch._dynamo.graph_break()
    b = a * 2
    torch._dynamo.graph_break()
    return b - x


print(f(torch.ones(2)))
print(f(torch.ones(3)))
