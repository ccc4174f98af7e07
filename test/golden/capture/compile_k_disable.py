import torch


@torch.compiler.disable
def secret(x):
    return x.tolist()


@torch.compile(dynamic=False)
def f(x):
    y = x + 1
    z = secret(y)
    return y * z[0]


print(f(torch.ones(2)))
print(f(torch.ones(2) * 3))
