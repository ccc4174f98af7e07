# Eight graphs for one function, then PyTorch gives up and runs it eagerly.
import torch


@torch.compile(dynamic=False)
def f(x):
    return x * x.shape[0]


for n in range(2, 13):
    print(n, f(torch.ones(n)).sum().item())
