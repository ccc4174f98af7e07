"""FlopCounterMode: products and convolutions by module, forward and backward. Its table wants a library, so it is not shown."""
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 4, 3, padding=1)
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))
    def forward(self, x):
        return self.body(self.conv(x).mean((2, 3)))
net = Net()
x = torch.randn(2, 3, 8, 8)
with FlopCounterMode(display=False) as f:
    net(x).sum().backward()
print(f.get_total_flops())
with FlopCounterMode(display=False, depth=3) as f:
    net(x)
f = FlopCounterMode(display=False)
with f:
    torch.randn(4, 8) @ torch.randn(8, 3)
    torch.bmm(torch.randn(2, 4, 8), torch.randn(2, 8, 3))
    torch.addmm(torch.randn(4, 3), torch.randn(4, 8), torch.randn(8, 3))
    torch.nn.functional.scaled_dot_product_attention(*[torch.randn(1, 2, 4, 8) for _ in range(3)])
print(f.get_total_flops(), f.flop_counts["Global"])
mha = nn.TransformerEncoderLayer(8, 2, 16, batch_first=True)
with FlopCounterMode(display=False) as f:
    mha(torch.randn(2, 5, 8)).sum().backward()
big = nn.Linear(2000, 2000)
with FlopCounterMode(big, display=False) as f:
    big(torch.randn(1000, 2000))
@torch.no_grad()
def g():
    with FlopCounterMode(display=False) as c:
        nn.ConvTranspose2d(3, 2, 2)(x)
    return c.get_total_flops()
print(g())
for name in sorted(f.flop_counts):
    print(name, dict(f.flop_counts[name]))
