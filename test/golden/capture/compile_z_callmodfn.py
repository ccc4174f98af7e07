import torch
from torch import nn

m = nn.Linear(2, 2)


@torch.compile(dynamic=False)
def f(x):
    print('a')
    return m(x)


print(f(torch.ones(1, 2)).shape)
