# A failing checkpointed function, gradients of gradients, and keeping tensors elsewhere.
import torch
from torch.utils.checkpoint import checkpoint


def cube(x):
    return x * x * x


x = torch.tensor(2.0, requires_grad=True)
y = checkpoint(cube, x, use_reentrant=False)
(g,) = torch.autograd.grad(y, x, create_graph=True)
print(g)
(h,) = torch.autograd.grad(g, x)
print(h)

with torch.autograd.graph.save_on_cpu():
    z = (x.exp() * x).sin()
z.backward()
print(x.grad)


def half(t):
    return t.half()


def back(t):
    return t.float()


v = torch.tensor([0.1, 0.2], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(half, back):
    u = v.pow(3) + v.exp()
u.sum().backward()
print(v.grad)


def fails(t):
    t = t.exp()
    raise ValueError("no")


try:
    checkpoint(fails, x, use_reentrant=False)
except ValueError as e:
    print(e)
print((x * x).grad_fn is not None)
packed = []
def pack(t):
    print("pack", tuple(t.shape))
    packed.append(t)
    return len(packed) - 1
def unpack(i):
    print("unpack", i)
    return packed[i]
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
    y = x.exp()
    z = y * x
z.sum().backward()
print(x.grad)
