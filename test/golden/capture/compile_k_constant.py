import torch


@torch.compile(dynamic=False)
def f(x):
    c = torch.tensor([1.0, 2.0])
    z = torch.zeros(2) + torch.ones_like(x)
    return x * c + z + torch.arange(2)


print(f(torch.ones(2)))
