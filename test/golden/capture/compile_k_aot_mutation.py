import torch


@torch.compile(dynamic=False)
def scale(x, w):
    x.mul_(w)
    return x + 1


@torch.compile(dynamic=False)
def slices(x, w):
    y = x * w
    y[0] = 1.0
    y[1:] += 2
    return y.sum()


@torch.compile(dynamic=False)
def views(x):
    y = x.clone()
    v = y.view(-1)
    t = y.t()
    v.add_(1)
    t.mul_(2)
    return y, v + 0


w = torch.ones(3, requires_grad=True)
x = torch.arange(3.0)
print(scale(x, w.detach()), x)
s = slices(x, w)
print(s)
s.backward()
print(w.grad)
print(views(torch.arange(4.0).reshape(2, 2)))
