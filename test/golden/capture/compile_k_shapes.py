import torch


@torch.compile(dynamic=False)
def f(x):
    return (x @ x.t()).relu()


for n in (2, 3, 3, 2, 5):
    print(f(torch.ones(n, n + 1)).shape)
