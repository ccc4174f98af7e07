# Only the last of three graphs is differentiated.
import torch


@torch.compile(dynamic=False)
def f(x):
    wide = x.expand(2, -1)
    torch.nonzero(wide)
    return wide ** 2


x = torch.ones(4, requires_grad=True)
out = f(x)
print(out)
out.sum().backward()
print(x.grad)
