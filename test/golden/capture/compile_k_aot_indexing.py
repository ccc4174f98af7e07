import torch


@torch.compile(dynamic=False)
def f(x, i):
    a = x[i]
    b = x[:, 1]
    c = x[0:2, ::2]
    d = x[..., None]
    e = x.gather(1, i[:, None])
    return a.sum() + b.sum() + c.sum() + d.sum() + e.sum()


x = torch.arange(12.0).reshape(3, 4).requires_grad_()
out = f(x, torch.tensor([0, 2, 1]))
print(out)
out.backward()
print(x.grad)
