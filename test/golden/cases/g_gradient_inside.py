import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x):
    return torch.func.grad(lambda v: (v ** 3).sum())(x)

print(f(torch.tensor([1.0, 2.0])))
