# A break inside a loop cannot be resumed: the whole function is left to eager.
import torch


@torch.compile(dynamic=False)
def f(x):
    for i in range(3):
        x = x + 1
        print("step", i)
    return x * 2


print(f(torch.zeros(2)))
print(f(torch.zeros(2)))
