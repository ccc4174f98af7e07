import torch


@torch.compile(dynamic=False)
def f(x, w):
    x.mul_(w)
    return x.sin()


w = torch.full((3,), 2.0, requires_grad=True)
base = torch.arange(3.0, requires_grad=True)
x = base * 1
out = f(x, w)
print(out, x)
(out.sum() + x.sum()).backward()
print(w.grad, base.grad)
