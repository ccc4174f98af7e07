# Function.apply with named arguments, inference tensors outside their mode, powers of booleans, a second ellipsis.
import torch


def attempt(f):
    try:
        print(f())
    except (TypeError, RuntimeError, NotImplementedError, IndexError, AttributeError) as e:
        print(type(e).__name__, e)


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, shift=0.0, by=2.0):
        ctx.by = by
        print(ctx.needs_input_grad)
        return x * by + shift

    @staticmethod
    def backward(ctx, g):
        return g * ctx.by, g, None


class Late(torch.autograd.Function):
    @staticmethod
    def forward(x, shift, by=2.0):
        return x * by + shift

    @staticmethod
    def setup_context(ctx, inputs, output):
        print(len(inputs), ctx.needs_input_grad)
        ctx.by = inputs[2]

    @staticmethod
    def backward(ctx, g):
        return g * ctx.by, g, None


x = torch.ones(2, requires_grad=True)
s = torch.zeros(2, requires_grad=True)
Scale.apply(x, by=3.0, shift=s).sum().backward()
Scale.apply(shift=s, x=x).sum().backward()
Late.apply(x, s).sum().backward()
Late.apply(by=5.0, x=x, shift=s).sum().backward()
print(x.grad, s.grad)
attempt(lambda: Scale.apply(x, by=3.0))
attempt(lambda: Scale.apply(x, x=x))
attempt(lambda: Scale.apply(x, other=1))
attempt(lambda: Late.apply(x))
attempt(lambda: Late.apply(x, 1.0, other=2))
attempt(lambda: Late.apply(x, 1.0, 2.0, 3.0))

with torch.inference_mode():
    t = torch.ones(2)
    whole = torch.ones(2, dtype=torch.int64)
attempt(lambda: t.requires_grad_())
attempt(lambda: whole.requires_grad_())
attempt(lambda: setattr(t, "requires_grad", True))
attempt(lambda: t.requires_grad_(False))
attempt(lambda: t.add_(1))
attempt(lambda: t * x)
attempt(lambda: (t + x.detach()).add_(1))

b = torch.tensor([True, False])
attempt(lambda: b**b)
attempt(lambda: b**True)
attempt(lambda: b**False)
attempt(lambda: True**b)
attempt(lambda: b**2)
attempt(lambda: torch.arange(6).reshape(2, 3)[..., ..., 0])
for name in ("shape", "dtype", "device", "T", "grad_fn", "is_leaf"):
    attempt(lambda: setattr(torch.ones(2), name, 1))

y = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
y.clamp(torch.tensor(1.5), torch.tensor([2.0, 2.5, 2.5])).sum().backward()
print(y.grad)
for dtype in (torch.float16, torch.bfloat16):
    for eps in (None, 0.1):
        p = torch.tensor([0.05, 0.2, 0.3, 0.91], dtype=dtype, requires_grad=True)
        torch.logit(p, eps).sum().backward()
        print(p.grad)
