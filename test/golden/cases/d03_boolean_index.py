# After a public report: https://github.com/pytorch/pytorch/issues/99609
# Rows picked by a condition.
import torch


@torch.compile(dynamic=False)
def f(v, t):
    return v[t < 1] * 2


print(f(torch.arange(4.0), torch.tensor([0, 1, 0, 2])))
