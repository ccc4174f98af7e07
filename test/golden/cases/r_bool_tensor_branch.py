# A branch on an input before any operation.
import torch


@torch.compile(dynamic=False)
def f(flag, x):
    if flag:
        return x + 1
    return x - 1


print(f(torch.tensor(True), torch.zeros(2)))
