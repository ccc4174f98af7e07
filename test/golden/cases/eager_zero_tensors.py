# The derivative of sgn is a tensor known to be zero: what sums, products, views and other operators make of it.
import torch
import torch.nn.functional as F


def grads(f, *values):
    xs = [torch.tensor(v, requires_grad=True) for v in values]
    g, = torch.autograd.grad(f(*xs), xs[0], create_graph=True)
    print(g)
    (g**2).sum().backward()
    print([x.grad for x in xs])


grads(lambda x: x.abs().sum(), [-1.5, 0.0, 2.0])
grads(lambda x, w: (x.abs() * w).sum(), [-1.5, 0.0, 2.0], [1.0, 2.0, 3.0])
grads(lambda x: (x.abs() * x).sum(), [-1.5, 0.0, 2.0])
grads(lambda x: (x * 2).abs().sum(), [-1.5, 0.0, 2.0])
grads(lambda x: x.exp().abs().sum(), [-1.5, 0.0, 2.0])
grads(lambda x: x.exp().sum().abs(), [-1.5, 0.0, 2.0])
grads(lambda x: F.l1_loss(x @ x, torch.zeros(2, 2)), [[-1.5, 0.0], [2.0, 3.0]])
grads(lambda x: x.norm(p=1), [-1.0, 2.0])
print(torch.autograd.functional.hessian(lambda x: x.abs().sum(), torch.tensor([1.0, -2.0])))

x = torch.tensor([-1.0, 2.0], requires_grad=True)
(x.sgn() + x).sum().backward()
x.sgn().sum().backward()
print(x.grad.zero_())
x.grad = None
x.sgn().sum().backward()
try:
    (x * 2).sum().backward()
except RuntimeError as e:
    print(e)
print(x.grad.clone().add_(1), x.grad + 1.0 * x.detach(), x.grad - x.detach(), x.detach() - x.grad)
print(torch.add(x.grad, x.detach(), alpha=3), x.grad * x.detach(), x.grad / x.detach(), x.grad + x.grad)
print(x.grad.view(2, 1).expand(2, 3) + torch.ones(3), x.grad.exp(), torch.stack([x.grad, x.detach()]), x.grad.sum().item())

# Numbers beside them, of the type that a number has and of another.
for dtype in (torch.float64, torch.float32):
    x = torch.tensor([-1.0, 2.0], dtype=dtype, requires_grad=True)
    (g,) = torch.autograd.grad((x.abs() * x).sum(), x, create_graph=True)
    (h,) = torch.autograd.grad((g * 3.0).sum(), x, create_graph=True)
    (z,) = torch.autograd.grad((x.abs().abs() * 2.0).sum(), x, create_graph=True)
    (zz,) = torch.autograd.grad((z * 3.0 / 2.0).sum(), x, create_graph=True)
    print(g, h, z, zz + x)
