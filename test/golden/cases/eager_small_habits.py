"""Habits of public model files: a bool where a float is meant, saved_variables, torch.cuda._initialized."""
import torch, warnings
import torch.nn.functional as F
from torch.autograd import Function
x = torch.ones(2, 3)
print(F.pad(x, (1, 1), value=True), F.pad(x, (0, 1), value=False))
print(torch.nn.functional.leaky_relu(-x, True), F.softplus(x, True), F.layer_norm(x, (3,), eps=True), F.elu(-x, alpha=True))
print(torch.cuda._initialized if hasattr(torch.cuda, '_initialized') else None, torch.cuda.is_initialized())
class Swish(Function):
    @staticmethod
    def forward(ctx, i):
        ctx.save_for_backward(i)
        return i * i.sigmoid()
    @staticmethod
    def backward(ctx, g):
        i = ctx.saved_variables[0]
        s = i.sigmoid()
        return g * (s * (1 + i * (1 - s)))
y = torch.ones(2, requires_grad=True)
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    Swish.apply(y).sum().backward()
    print(y.grad, [(str(a.message), a.category.__name__) for a in w])
