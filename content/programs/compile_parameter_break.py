# A parameter made inside a compiled function.
import torch


@torch.compile(dynamic=False)
def weigh(x):
    y = x * 2
    w = torch.nn.Parameter(torch.ones(3))
    return y * w


print(weigh(torch.ones(3)).detach())
