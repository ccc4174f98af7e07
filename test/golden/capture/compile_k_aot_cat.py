import torch


@torch.compile(dynamic=False)
def f(a, b):
    x = torch.cat([a, b], dim=1)
    p, q = x.chunk(2, dim=1)
    s = torch.stack([p, q])
    u, v = s.unbind(0)
    w = torch.split(x, [1, 3], dim=1)
    return (u * v).sum() + w[1].mean() + x.var() + x.std(dim=0).sum()


a = torch.arange(4.0).reshape(2, 2).requires_grad_()
b = torch.ones(2, 2, requires_grad=True)
out = f(a, b)
print(out)
out.backward()
print(a.grad, b.grad)
