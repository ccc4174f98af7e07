import torch


def inner(x):
    y = x.cos()
    print("inner")
    return y + 1


@torch.compile(dynamic=False)
def f(x, deep):
    x = x + 1
    if deep:
        x = inner(x)
    x = x * 2
    if x.sum() > 4:
        return x - 1
    return x + 1


print(f(torch.ones(2), True))
print(f(torch.ones(3), False))
print(f(torch.ones(2), True))
print(f(-torch.ones(2), False))
