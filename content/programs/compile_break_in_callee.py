# A break inside a called function: the caller stops at the call, the callee is compiled by itself, in two parts.
import torch


def noisy(x):
    y = x + 1
    print("in callee")
    return y * 2


@torch.compile(dynamic=False)
def f(x):
    a = x * 3
    b = noisy(a)
    return b - 1


print(f(torch.ones(2)))
print(f(torch.ones(2)))
