# A break asked for by name: work before it and after it is still compiled.
import torch


@torch.compile(dynamic=False)
def f(x):
    y = torch.sin(x)
    torch._dynamo.graph_break()
    return torch.cos(y)


print(f(torch.zeros(3)))
