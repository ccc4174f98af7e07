import torch


def f(x):
    return x * 2


a = torch.compile(f, dynamic=False)
b = torch.compile(f, dynamic=False)
print(a(torch.ones(2)))
print(b(torch.ones(2)))
print(b(torch.ones(3)))
