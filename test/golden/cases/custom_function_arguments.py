# A custom function called with arguments that do not fit leaves the switch of gradients as it was.
import torch


class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        if k > 3:
            raise ValueError("k is too large")
        return x * k

    @staticmethod
    def backward(ctx, g):
        return g, None


class Any(torch.autograd.Function):
    @staticmethod
    def forward(ctx, *a, scale=2):
        return a[0] * scale

    @staticmethod
    def backward(ctx, g):
        return g * 2


a = torch.ones(1, requires_grad=True)
for f in (
    lambda: Scale.apply(a),
    lambda: Scale.apply(),
    lambda: Scale.apply(a, 1, 2),
    lambda: Scale.apply(a, 5),
    lambda: Any.apply(),
    lambda: Scale.apply(a, None),
    lambda: Any.apply(a),
):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
    print(torch.is_grad_enabled(), (a * 2).requires_grad)
a.register_hook(lambda: None)
try:
    (a * 2).sum().backward()
except TypeError as e:
    print(str(e).split(".")[-1])
print(torch.is_grad_enabled(), (a * 2).requires_grad)
print(sorted([3, 1, 2], key=lambda v: -v))
row = [3, 1, 2]
try:
    row.sort(key=lambda: 0)
except TypeError as e:
    print(str(e).split(".")[-1], row)
