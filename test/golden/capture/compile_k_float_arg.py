import torch


@torch.compile(dynamic=False)
def f(x, lr):
    return x - lr * x


x = torch.ones(2)
for lr in (0.1, 0.1, 0.2):
    print(f(x, lr))
