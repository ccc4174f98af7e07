# Activation checkpoints by hooks: dropout drawn again alike, keyword arguments, no gradients, a second backward.
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(4)
        self.fc = nn.Linear(4, 4)
        self.drop = nn.Dropout(0.2)

    def forward(self, x, scale=1.0):
        print("block")
        return x + scale * self.drop(F.gelu(self.fc(self.norm(x))))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList(Block() for _ in range(2))

    def forward(self, x):
        for b in self.blocks:
            x = checkpoint(b, x, use_reentrant=False, scale=2.0)
        return x


torch.manual_seed(0)
net = Net()
out = net(torch.randn(2, 4)).sum()
print("forward done")
out.backward()
print(net.blocks[0].fc.weight.grad)
try:
    out.backward()
except RuntimeError as e:
    print(e)
with torch.no_grad():
    print(net(torch.ones(1, 4)).shape)
