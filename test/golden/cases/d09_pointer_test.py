# After a public report: https://github.com/pytorch/pytorch/issues/128071
# A branch on an address: the frame is left to eager.
import torch


@torch.compile(dynamic=False)
def f(x):
    return x + 1 if x.data_ptr() % 2 == 0 else x + 2


print(f(torch.ones(2)))
