import torch
from torch import nn


class Layer(nn.Module):
    def __init__(self, i):
        super().__init__()
        self.i = i

    def forward(self, x):
        return x + self.i


layers = nn.ModuleList([Layer(i) for i in range(10)])


@torch.compile(dynamic=False)
def run(l, x):
    return l(x)


x = torch.zeros(2)
for l in layers:
    x = run(l, x)
print(x)
