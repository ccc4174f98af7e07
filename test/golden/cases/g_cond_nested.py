import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x):
    def inner(v):
        return torch.cond(v.sum() > 5, lambda u: u * 10, lambda u: u + 10, (v,))
    return torch.cond(x.sum() > 0, inner, lambda v: -v, (x,))

print(f(torch.ones(2)), f(torch.ones(2) * 4), f(-torch.ones(2)))
