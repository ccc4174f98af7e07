import torch


@torch.compile(dynamic=False)
def f(x):
    y = x.sin()
    with torch.no_grad():
        m = y.max()
    z = (y / m).detach()
    return (y * z).sum()


x = torch.arange(1.0, 4.0, requires_grad=True)
out = f(x)
print(out)
out.backward()
print(x.grad)
