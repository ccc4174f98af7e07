# Flags and strings choose the path while tracing; each value seen gets its own graph.
import torch


@torch.compile(dynamic=False)
def f(x, training, mode):
    if training:
        x = x * 2
    if mode == "shift":
        x = x + 10
    return x - 1


print(f(torch.ones(2), True, "plain"))
print(f(torch.ones(2), False, "plain"))
print(f(torch.ones(2), False, "shift"))
print(f(torch.ones(2), True, "plain"))
