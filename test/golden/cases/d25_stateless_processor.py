# After a public report: https://github.com/pytorch/pytorch/issues/163329
# A callable reached through a module attribute, one object a module: no guard on its identity.
import torch
from torch import nn

class Plain:
    def __call__(self, layer, x):
        return torch.relu(layer.proj(x))

class Layer(nn.Module):
    def __init__(self, processor):
        super().__init__()
        self.proj = nn.Linear(4, 4)
        self.processor = processor
    def forward(self, x):
        return self.processor(self, x)

torch.manual_seed(0)
layers = [Layer(Plain()) for _ in range(5)]

@torch.compile(dynamic=False)
def run(layer, x):
    return layer(x).sum()

x = torch.randn(2, 4)
for l in layers:
    print(run(l, x))

shared = Plain()
layers = [Layer(shared) for _ in range(3)]
step = [torch.compile(l, dynamic=False) for l in layers]
for s in step:
    print(s(x).shape)
