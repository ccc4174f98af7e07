# After a public report: https://github.com/pytorch/torchdynamo/issues/1767
# A branch on all(): the second way is compiled when it is first taken.
import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    if (x > 0).all():
        y = y + 1
    return y.sum()


print(f(torch.ones(3)))
print(f(torch.ones(3)))
print(f(-torch.ones(3)))
