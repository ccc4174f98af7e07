import torch


@torch.compile(dynamic=False)
def f(x):
    y = x + 1
    try:
        print("in try")
        y = y * 2
    except ValueError:
        y = y * 3
    return y


print(f(torch.ones(2)))
