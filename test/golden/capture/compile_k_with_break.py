import torch


@torch.compile(dynamic=False)
def f(x):
    with torch.no_grad():
        y = x + 1
        print("inside")
        z = y * 2
    return z


print(f(torch.ones(2)))
