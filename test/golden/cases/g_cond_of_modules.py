import torch
import torch.nn as nn
import torch.nn.functional as F

class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.Linear(2, 2)

    def forward(self, x):
        return torch.cond(x.mean() > 0, lambda v: self.a(v), lambda v: self.b(v), (x,))

torch.manual_seed(0)
m = M()
c = torch.compile(m)
with torch.no_grad():
    print(c(torch.ones(1, 2)).shape)
    print(c(-torch.ones(1, 2)).shape)
