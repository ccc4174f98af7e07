import torch


@torch.compile(dynamic=False)
def f(x):
    for i in range(3):
        x = x + i
        print("step", i)
    return x


print(f(torch.ones(2)))
print(f(torch.ones(2)))
