import torch


@torch.compile(dynamic=False)
def f(a, b, c, v):
    x = a @ b
    y = x @ c
    z = y @ v
    return z, v @ c.t(), torch.einsum("bij,jk->bik", a, c)


a = torch.arange(12.0).reshape(2, 2, 3).requires_grad_()
b = torch.ones(2, 3, 3)
c = torch.ones(3, 3, requires_grad=True)
v = torch.arange(3.0)
z, w, e = f(a, b, c, v)
print(z, w, e)
(z.sum() + w.sum() + e.sum()).backward()
print(a.grad, c.grad)
