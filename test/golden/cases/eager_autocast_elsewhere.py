"""Autocast of a device that is not there, custom functions under autocast, torch.cuda.amp; products of complex batches."""
import torch
print(torch.is_autocast_enabled(), torch.is_autocast_enabled('cpu'), torch.get_autocast_dtype('cuda'), torch.get_autocast_dtype('cpu'))
with torch.autocast('cpu'):
    print(torch.is_autocast_enabled(), torch.is_autocast_enabled('cpu'), torch.is_autocast_enabled('cuda'), torch.get_autocast_dtype('cuda'))
    with torch.amp.autocast('cuda', enabled=False):
        print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
    with torch.cuda.amp.autocast(enabled=False):
        print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
    with torch.autocast('cpu', enabled=False):
        print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype)
    with torch.autocast('cuda', dtype=torch.bfloat16):
        print(torch.get_autocast_dtype('cuda'), torch.is_autocast_enabled('cuda'))
import warnings
from torch.cuda.amp import GradScaler, autocast, custom_bwd, custom_fwd
with warnings.catch_warnings(record=True) as w:
    warnings.simplefilter("always")
    autocast()
    s = GradScaler()
    @autocast(enabled=False)
    def f(x): return x @ x
    print(f(torch.ones(2, 2)).dtype, s.is_enabled(), s.scale(torch.ones(1)))
    for i in w: print(i.category.__name__, i.message)
class Mul(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cpu")
    def forward(ctx, x, w):
        ctx.save_for_backward(x, w)
        return x @ w
    @staticmethod
    @torch.amp.custom_bwd(device_type="cpu")
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        print(g.dtype, ctx._fwd_used_autocast, ctx._dtype)
        return g @ w.t(), x.t() @ g
class Whole(torch.autograd.Function):
    @staticmethod
    @torch.amp.custom_fwd(device_type="cpu", cast_inputs=torch.float32)
    def forward(ctx, x, w):
        print(x.dtype, w.dtype)
        ctx.save_for_backward(x, w)
        return x @ w
    @staticmethod
    @torch.amp.custom_bwd(device_type="cpu")
    def backward(ctx, g):
        x, w = ctx.saved_tensors
        return g @ w.t(), x.t() @ g
x = torch.ones(2, 3, requires_grad=True); w = torch.ones(3, 2, requires_grad=True)
for F in (Mul, Whole):
    for on in (True, False):
        with torch.autocast("cpu", enabled=on):
            y = F.apply(x, w)
        y.sum().backward()
        print(y.dtype, x.grad.dtype, w.grad[0])
with torch.autocast("cpu"):
    Whole.apply(x.bfloat16(), w)
try: torch.amp.custom_fwd(lambda c: c, device_type=3)
except ValueError as e: print(e)
torch.manual_seed(0)
z = torch.randn(2, 3, 4, dtype=torch.complex64, requires_grad=True)
u = torch.randn(4, 2, dtype=torch.complex64)
q = z @ u
q.abs().sum().backward()
print(q, z.grad.shape, (z.detach().conj() @ u.conj()).sum())
z = torch.randn(3, 4, dtype=torch.complex64, requires_grad=True)
for f in (lambda: z.var(1), lambda: z.std(0, unbiased=False), lambda: torch.var(z, 1, keepdim=True), lambda: torch.std_mean(z, 1), lambda: torch.var_mean(z, (0, 1), correction=0), lambda: z.std()):
    y = f()
    y = y if isinstance(y, tuple) else (y,)
    print(y)
    print(torch.autograd.grad(sum(t.abs().sum() for t in y), z))
for a, al in ((torch.ones(2, dtype=torch.long), .5), (torch.ones(2), True), (torch.ones(2).bool(), .5), (torch.ones(2).bool(), True)):
    try: print(torch.add(a, a, alpha=al))
    except RuntimeError as e: print(e)
print(torch.add(torch.ones(2) + 1j, torch.ones(2), alpha=.5))
