from torch.func import grad
import torch

h = grad(grad(lambda v: v ** 3))
print(h(torch.tensor(2.0)))
w = torch.ones(2, requires_grad=True)
y = grad(lambda v: (v * w).sum())(torch.ones(2))
print(y, y.requires_grad)
