# A network of checkpointed parts, compiled whole.
import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 3))
        self.b = nn.Sequential(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 3))
        self.head = nn.Linear(3, 2)

    def forward(self, x):
        x = x + checkpoint(self.a, x, use_reentrant=False)
        x = x + checkpoint(self.b, x, use_reentrant=False)
        return self.head(x)


torch.manual_seed(0)
net = Net()
c = torch.compile(net)
for _ in range(2):
    loss = c(torch.ones(2, 3)).pow(2).mean()
    loss.backward()
    print(net.a[0].weight.grad.sum())
with torch.no_grad():
    print(c(torch.ones(2, 3)))
