import torch


@torch.compile(dynamic=False)
def f(x):
    y = torch.zeros(3, 4)
    y[:, 0] = x
    y[1] = 5
    y[..., -1] += 2
    y[torch.tensor([0, 2]), 1] = x[:2]
    return y


print(f(torch.arange(3.0)))
