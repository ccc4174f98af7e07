# Attributes that a module may have: asked for by hasattr, and by getattr with a default.
import torch
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(1, 1)
    def forward(self, x):
        if hasattr(self, "extra"):
            x = x + self.extra
        return x * getattr(self, "scale", 1.0)
m = M()
c = torch.compile(m)
print(c(torch.ones(1)))
m.scale = 2.0
print(c(torch.ones(1)))
m.extra = 1
print(c(torch.ones(1)))
