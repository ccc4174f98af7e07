import torch


@torch.compile(dynamic=False)
def f(x, y):
    return x * y + 1


a = torch.ones(3)
print(f(a, a))
print(f(a.double(), a))
print(f(a, a.requires_grad_()))
print(f(torch.ones(2, 3), a.detach()))
print(f(torch.ones(3, 2).t(), a.detach()))
