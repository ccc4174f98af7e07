# Whether gradients are wanted is part of the guard.
import torch


@torch.compile(dynamic=False)
def f(x):
    return (x * x).sum()


x = torch.ones(2, requires_grad=True)
f(x).backward()
print(x.grad)
with torch.no_grad():
    print(f(x))
print(f(torch.ones(2)))
