"""Operators of a program's own: schema, kernels, gradients, what they refuse."""
import torch
from torch import Tensor
from typing import List, Optional, Sequence, Tuple
@torch.library.custom_op("mylib::sin2", mutates_args=())
def sin2(x: Tensor) -> Tensor:
    print("kernel", torch.is_grad_enabled())
    return (x * 2).sin()
print(sin2)
x = torch.arange(3.)
print(sin2(x))
print(torch.ops.mylib.sin2(x), torch.ops.mylib.sin2.default(x))
print(torch.ops.mylib.sin2, torch.ops.mylib.sin2.default, torch.ops.mylib)
print(torch.ops.mylib.sin2.default._schema)
@sin2.register_fake
def _(x):
    return torch.empty_like(x)
def backward(ctx, grad):
    (x,) = ctx.saved_tensors
    print("backward", ctx.needs_input_grad)
    return grad * 2 * (x * 2).cos()
def setup_context(ctx, inputs, output):
    x, = inputs
    ctx.save_for_backward(x)
y = x.clone().requires_grad_()
z = sin2(y)
print(z.requires_grad, z)
try:
    z.sum().backward()
except RuntimeError as e:
    print(e)
sin2.register_autograd(backward, setup_context=setup_context)
z = sin2(y)
print(z, type(z.grad_fn).__name__, z.grad_fn.name())
z.sum().backward()
print(y.grad)
with torch.no_grad():
    print(sin2(y))
@torch.library.custom_op("mylib::add_", mutates_args={"x"})
def add_(x: Tensor, value: float = 1.0) -> None:
    x.add_(value)
a = torch.zeros(2)

print(add_(a), a)
print(add_(a, 2.5), add_(a, value=0.5), a)
print(torch.ops.mylib.add_.default._schema)
@torch.library.custom_op("mylib::many", mutates_args=())
def many(x: Tensor, y: Optional[Tensor], sizes: List[int], flag: bool = True, name: str = "a", k: int = 3, dt: Optional[torch.dtype] = None, *, scale: float = 2.0) -> Tuple[Tensor, Tensor]:
    return x * scale + k, (x if y is None else y) * sizes[0]
print(torch.ops.mylib.many.default._schema)
print(many(x, None, [2, 3]), many(x, x, (1,), scale=1.0, k=0))
def bw(ctx, ga, gb):
    print("bw", ga, gb)
    return ga * ctx.scale if ga is not None else None, gb, None, None, None, None, None
def setup(ctx, inputs, keyword_only_inputs, output):
    print(len(inputs), inputs[2:], keyword_only_inputs)
    ctx.scale = keyword_only_inputs["scale"]
many.register_autograd(bw, setup_context=setup)
y.grad = None
p, q = many(y, y, [1])
(p.sum() + q.sum()).backward()
print(y.grad)
@torch.library.custom_op("mylib::alias", mutates_args=())
def alias(x: Tensor) -> Tensor:
    return x
for f in (lambda: sin2(), lambda: sin2(x, x), lambda: sin2(3), lambda: sin2(x, foo=1)):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, e)
def bad1(x) -> Tensor: return x
def bad2(x: Tensor): return x
def bad3(*x: Tensor) -> Tensor: return x
def bad4(x: Tensor, n: int) -> Tensor: return x
for bad, mutates in ((bad1, ()), (bad2, ()), (bad3, ()), (bad4, ("n",))):
    try:
        torch.library.custom_op("mylib::bad", bad, mutates_args=mutates)
    except Exception as e:
        print(type(e).__name__, e)
try:
    torch.library.custom_op("nons", lambda x: x, mutates_args=())
except Exception as e:
    print(type(e).__name__, e)
def plain(x: Tensor, n: int, xs: Sequence[Tensor], f: float = 0.5) -> Tensor:
    return x * n
print(torch.library.infer_schema(plain, mutates_args=()), torch.library.infer_schema(plain, mutates_args=(), op_name="foo"))
op = torch.library.custom_op("mylib::plain", plain, mutates_args=())
print(op(x, 2, [x]))
op2 = torch.library.custom_op("mylib::typed", lambda x, n: x * n, mutates_args=(), schema="(Tensor x, int n) -> Tensor")
print(op2(x, 4))
@op2.register_kernel("cpu")
def _(x, n):
    return x - n
print(op2(x, 4))
try:
    torch.ops.mylib.nothere
except AttributeError as e:
    print(e)
