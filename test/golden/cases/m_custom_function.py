import torch
from torch.autograd import Function
class Clip(Function):
    @staticmethod
    def forward(ctx, x, lo, hi):
        ctx.save_for_backward(x); ctx.lo, ctx.hi = lo, hi
        ctx.set_materialize_grads(False)
        return x.clamp(lo, hi)
    @staticmethod
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        print("needs", ctx.needs_input_grad)
        return g * ((x >= ctx.lo) & (x <= ctx.hi)), None, None
class STE(Function):
    @staticmethod
    def forward(x): return x.round()
    @staticmethod
    def setup_context(ctx, inputs, output): pass
    @staticmethod
    def backward(ctx, g): return g
x = torch.tensor([-2.0, 0.4, 1.6], requires_grad=True)
y = Clip.apply(x, -1.0, 1.0); print(y); y.sum().backward(); print(x.grad)
z = STE.apply(x); print(z, z.grad_fn.name()); g, = torch.autograd.grad((z * 2).sum(), x); print(g)
h = torch.autograd.functional.hessian(lambda t: (t ** 3).sum(), torch.tensor([1.0, 2.0])); print(h)
j = torch.autograd.functional.jacobian(lambda t: t * t.sum(), torch.tensor([1.0, 2.0])); print(j)
a = torch.ones(2, requires_grad=True); b = a * 2; c = b.exp(); b.add_(1)
try: c.sum().backward(); print('fine')
except RuntimeError as e: print(str(e)[:60])
w = torch.ones(2, requires_grad=True)
l = (w * w).sum(); l.backward(); 
class Bad(Function):
    @staticmethod
    def forward(ctx, x): return x * 2
    @staticmethod
    def backward(ctx, g): return g, g
Bad.apply(w).sum().backward()
