# A custom function that keeps its own outputs: what is kept is a copy without a past, and each use makes one more.
import torch


class Exponential(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x.exp()
        ctx.save_for_backward(y, x)
        return y

    @staticmethod
    def backward(ctx, grad):
        y, x = ctx.saved_tensors
        return grad * y * x.sum(-1, True)


class Largest(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        value, place = x.max(0)
        ctx.mark_non_differentiable(place)
        ctx.save_for_backward(value, place, x)
        return value, place

    @staticmethod
    def backward(ctx, grad, of_place):
        value, place, x = ctx.saved_tensors
        print(of_place, value.grad_fn is not None, place.requires_grad)
        value, place, x = ctx.saved_tensors
        out = torch.zeros_like(x)
        out[place] = grad * value
        return out


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        x.mul_(2)
        ctx.mark_dirty(x)
        ctx.save_for_backward(x)
        return x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x


class Itself(torch.autograd.Function):
    @staticmethod
    def forward(x):
        return x.exp()

    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.save_for_backward(output)

    @staticmethod
    def backward(ctx, grad):
        (y,) = ctx.saved_tensors
        return grad * y


x = torch.ones(3, requires_grad=True)
(Exponential.apply(x.expand(2, 3)) * torch.arange(3)).sum().backward()
value, _ = Largest.apply(x * torch.arange(3))
value.backward()
Doubled.apply(x.clone()).sum().backward()
with torch.no_grad():
    Exponential.apply(x)
print(x.grad)
(g,) = torch.autograd.grad(Itself.apply(x).sum(), x, create_graph=True)
g.sum().backward()
print(g, x.grad)
