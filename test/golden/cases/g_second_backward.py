import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x):
    return (x ** 3).sum()

x = torch.ones(2, requires_grad=True)
(g,) = torch.autograd.grad(f(x), x, create_graph=True)
g.sum().backward()
