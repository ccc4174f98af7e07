# log_softmax of integers: accepted while tracing, refused by the kernel.
import torch


@torch.compile(dynamic=False)
def f(x):
    y = x.log_softmax(0)
    print("between")
    return y * 2


f(torch.ones(3, dtype=torch.int64))
