import torch


@torch.compile(dynamic=False)
def f(x):
    y = x.detach() * 2
    z = x * y
    return (z, y.requires_grad, z.is_leaf, x.grad)


x = torch.ones(2, requires_grad=True)
z, a, b, c = f(x)
print(a, b, c)
z.sum().backward()
print(x.grad)
