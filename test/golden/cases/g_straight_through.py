import torch
import torch.nn as nn
import torch.nn.functional as F

class Ste(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return torch.round(x)

    @staticmethod
    def backward(ctx, g):
        return g

@torch.compile
def f(x, w):
    return (Ste.apply(x) @ w).sum()

x = torch.tensor([[0.4, 1.6]], requires_grad=True)
w = torch.ones(2, 2, requires_grad=True)
f(x, w).backward()
print(x.grad, w.grad)
