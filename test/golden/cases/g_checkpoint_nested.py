# Checkpoints inside checkpoints, with a custom function, under autocast, by segments, and one whose input is no leaf.
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint, checkpoint_sequential


class Square(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g


def inner(x):
    print("inner")
    return Square.apply(x).sin()


def outer(x, w):
    print("outer")
    y = checkpoint(inner, x * w, use_reentrant=False)
    return (y * w).cos()


x = torch.tensor([0.5, 1.5], requires_grad=True)
w = torch.tensor([2.0, 3.0], requires_grad=True)
loss = checkpoint(outer, x, w, use_reentrant=False).sum()
loss.backward()
print(x.grad, w.grad)

torch.manual_seed(1)
layers = nn.Sequential(*[nn.Linear(2, 2) for _ in range(4)])
h = torch.ones(1, 2, requires_grad=True)
checkpoint_sequential(layers, 2, h * 2, use_reentrant=False).sum().backward()
print(h.grad)

with torch.autocast("cpu"):
    out = checkpoint(layers[0], h, use_reentrant=False)
print(out.dtype)
out.sum().backward()
print(layers[0].weight.grad)
