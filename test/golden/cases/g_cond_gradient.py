import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x, w):
    return torch.cond(x.sum() > 0, lambda a, b: a * b, lambda a, b: a - b, (x, w)).sum()

w = torch.ones(2, requires_grad=True)
f(torch.ones(2) * 3, w).backward()
print(w.grad)
f(torch.ones(2) * -3, w).backward()
print(w.grad)
