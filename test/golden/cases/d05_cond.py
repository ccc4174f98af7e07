# After a public report: https://github.com/pytorch/torchdynamo/issues/1767
# The same branch as torch.cond: both ways in one graph.
import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    y = torch.cond((x > 0).all(), lambda v: v + 1, lambda v: v.clone(), (y,))
    return y.sum()


print(f(torch.ones(3)))
print(f(-torch.ones(3)))
