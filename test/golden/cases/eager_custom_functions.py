"""autograd.Function in its forms: setup_context, jvp, vmap, results without gradients, writing in place, once_differentiable, and under transforms."""
import warnings
warnings.simplefilter("ignore")
import torch
from torch.autograd import Function
from torch.autograd.function import once_differentiable
class Exp(Function):
    @staticmethod
    def forward(x):
        return x.exp()
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output)
        ctx.save_for_forward(output)
    @staticmethod
    def backward(ctx, g):
        (y,) = ctx.saved_tensors
        return g * y
    @staticmethod
    def jvp(ctx, t):
        (y,) = ctx.saved_tensors
        return t * y
x = torch.tensor([0.5, 1.0, 2.0], requires_grad=True)
y = Exp.apply(x)
print(y)
g, = torch.autograd.grad(y.sum(), x, create_graph=True)
print(g)
print(torch.autograd.grad(g.sum(), x))
class Split(Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.k = k
        ctx.set_materialize_grads(False)
        m = x > 1
        ctx.mark_non_differentiable(m)
        return x * k, x + k, m
    @staticmethod
    def backward(ctx, ga, gb, gm):
        print("grads", ga, gb, gm)
        out = None
        if ga is not None:
            out = ga * ctx.k
        if gb is not None:
            out = gb if out is None else out + gb
        return out, None
a, b, m = Split.apply(x, 3)
print(a, b, m, m.requires_grad)
(a.sum()).backward()
print(x.grad)
class Twice(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.mark_dirty(x)
        x.mul_(2)
        return x
    @staticmethod
    def backward(ctx, g):
        return g * 2
z = x * 1
w = Twice.apply(z)
print(w is z, w, z._version)
w.sum().backward()
print(x.grad)
try:
    Twice.apply(x)
except RuntimeError as e:
    print(e)
class Once(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x ** 2
    @staticmethod
    @once_differentiable
    def backward(ctx, g):
        (x,) = ctx.saved_tensors
        return 2 * x * g
g, = torch.autograd.grad(Once.apply(x).sum(), x, create_graph=True)
print(g, g.requires_grad)
try:
    g.sum().backward()
except RuntimeError as e:
    print(e)
class NoBack(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1
try:
    NoBack.apply(x).sum().backward()
except NotImplementedError as e:
    print(e)
class Wrong(Function):
    @staticmethod
    def forward(ctx, x, y):
        return x + y
    @staticmethod
    def backward(ctx, g):
        return g
try:
    Wrong.apply(x, x).sum().backward()
except RuntimeError as e:
    print(e)
class Shape(Function):
    @staticmethod
    def forward(ctx, x):
        return x.sum()
    @staticmethod
    def backward(ctx, g):
        return torch.ones(2)
try:
    Shape.apply(x).backward()
except RuntimeError as e:
    print(e)
try:
    Function()
except Exception as e:
    print(type(e).__name__, e)
try:
    Exp().forward(x)
except Exception as e:
    print(type(e).__name__, e)
try:
    Exp.apply(x, k=1)
except TypeError as e:
    print(e)
class Ident(Function):
    @staticmethod
    def forward(ctx, x): return x
    @staticmethod
    def backward(ctx, g): return -g
v = Ident.apply(x)
print(v is x, v)
class View(Function):
    @staticmethod
    def forward(ctx, x): return x.view(1, 3)
    @staticmethod
    def backward(ctx, g): return g.view(3)
v = View.apply(x)
print(v)
try:
    v.add_(1)
except RuntimeError as e:
    print(e)
class NotSaved(Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x, None)
        ctx.extra = [1, "a"]
        return x * 2
    @staticmethod
    def backward(ctx, g):
        print(ctx.saved_tensors[1], ctx.extra, ctx.needs_input_grad, type(ctx).__name__)
        return g * 2
o = NotSaved.apply(x)
print(o.grad_fn, o.grad_fn.next_functions) if False else print(type(o.grad_fn).__name__, o.grad_fn.name(), len(o.grad_fn.next_functions))
print(o.grad_fn.saved_tensors[0] is x, o.grad_fn.extra)
o.sum().backward()
try:
    o.sum().backward()
except RuntimeError as e:
    print(str(e)[:60])
with torch.no_grad():
    print(Exp.apply(x).requires_grad)
print(Exp.apply(x.detach()).requires_grad)
import torch.autograd.forward_ad as fwAD
from torch.autograd import Function
from torch.func import grad, vmap, jvp, jacrev, vjp
class Cube(Function):
    generate_vmap_rule = True
    @staticmethod
    def forward(x):
        return x * x * x, x * x + x * x + x * x
    @staticmethod
    def setup_context(ctx, inputs, output):
        x, = inputs
        y, d = output
        ctx.save_for_backward(x, d)
        ctx.save_for_forward(x, d)
    @staticmethod
    def backward(ctx, g, gd):
        x, d = ctx.saved_tensors
        return g * d + gd * 6 * x
    @staticmethod
    def jvp(ctx, t):
        x, d = ctx.saved_tensors
        return t * d, 6 * x * t
class Sin(Function):
    @staticmethod
    def forward(x):
        return torch.sin(x)
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(*inputs)
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return g * x.cos()
    @staticmethod
    def vmap(info, in_dims, x):
        print("vmap", info.batch_size, info.randomness, in_dims)
        return Sin.apply(x), in_dims[0]
x = torch.tensor([1., 2., 3.])
print(grad(lambda a: Cube.apply(a)[0].sum())(x))
print(grad(grad(lambda a: Cube.apply(a)[0]))(x[0]))
print(vmap(lambda a: Cube.apply(a)[0])(x))
print(vmap(grad(lambda a: Cube.apply(a)[0]))(x))
print(vmap(lambda a: Sin.apply(a))(x))
print(jvp(lambda a: Cube.apply(a)[0], (x,), (torch.ones(3),)))
with fwAD.dual_level():
    print(Cube.apply(fwAD.make_dual(x, torch.ones(3))))
print(jacrev(lambda a: Cube.apply(a)[0])(x))
class Old(Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2
    @staticmethod
    def backward(ctx, g):
        return g * 2
try:
    print(grad(lambda a: Old.apply(a).sum())(x))
except RuntimeError as e:
    print(e)
class NoVmap(Function):
    @staticmethod
    def forward(x):
        return x * 2
    @staticmethod
    def setup_context(ctx, inputs, output): pass
    @staticmethod
    def backward(ctx, g):
        return g * 2
try:
    print(vmap(NoVmap.apply)(x))
except RuntimeError as e:
    print(e)
try:
    print(jvp(NoVmap.apply, (x,), (x,)))
except RuntimeError as e:
    print(e)
