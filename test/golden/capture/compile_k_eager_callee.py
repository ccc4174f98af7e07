import torch


def helper(x):
    return x.sin() + 1


@torch.compile(dynamic=False)
def f(x):
    for i in range(2):
        x = helper(x)
        print("i", i)
    return x


print(f(torch.ones(2)))
print(f(torch.ones(2)))
