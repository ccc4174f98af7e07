import torch

w = torch.ones(3)


@torch.compile
def f(x):
    return x + w


for n in (1, 3):
    print(f(torch.ones(n)))
print(f(torch.ones(2, 3)))
print(f(torch.ones(4, 3)))
