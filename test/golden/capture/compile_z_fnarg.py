import torch


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    z = torch.add(y, y.sum().item())
    return (max(z.sum().item(), 3.0), z + 1)


for i in range(3):
    print(f(torch.ones(2)))
