import torch


@torch.compile(dynamic=False)
def f(xs):
    total = 0
    for i, x in enumerate(xs):
        total = total + x * i
    return total


a = torch.ones(2)
print(f([a, a]))
print(f([a, a, a]))
print(f((a, a)))
