import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(p, x):
    g, v = torch.func.grad_and_value(lambda w: ((x @ w) ** 2).mean())(p)
    return p - 0.1 * g, v

p = torch.ones(2)
print(f(p, torch.ones(3, 2)))
