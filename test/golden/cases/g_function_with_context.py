import torch
import torch.nn as nn
import torch.nn.functional as F

class Clip(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, lo, hi):
        ctx.save_for_backward(x)
        ctx.lo, ctx.hi = lo, hi
        return x.clamp(lo, hi)

    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return g * ((x > ctx.lo) & (x < ctx.hi)), None, None

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([0.5, 2.0]))

    def forward(self, x):
        return Clip.apply(x * self.w, -1.0, 1.0).sum()

m = M()
c = torch.compile(m)
c(torch.ones(2)).backward()
print(m.w.grad)
