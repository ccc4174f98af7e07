import torch


@torch.compile(dynamic=False)
def f(x, w):
    a = x * w
    with torch.no_grad():
        b = a * 2
    c = b + a
    return c.detach(), c


w = torch.ones(3, requires_grad=True)
d, c = f(torch.arange(3.0), w)
print(d, c)
c.sum().backward()
print(w.grad)
