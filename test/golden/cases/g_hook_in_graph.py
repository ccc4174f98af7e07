import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x):
    y = x * 2
    y.register_hook(lambda g: g * 3)
    return y.sum()

x = torch.ones(2, requires_grad=True)
f(x).backward()
print(x.grad)
