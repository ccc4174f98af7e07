# A break between: each graph has a backward of its own.
import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * x
    print("between")
    return (y + x).sum()


x = torch.ones(3, requires_grad=True)
f(x).backward()
print(x.grad)
