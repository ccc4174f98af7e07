import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    print("half way", y)
    return y + 1


print(f(torch.ones(3)))
print(f(torch.ones(3)))
