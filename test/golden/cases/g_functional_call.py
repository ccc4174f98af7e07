from torch.func import functional_call, grad
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))
params = dict(net.named_parameters())
x = torch.ones(4, 2)

def loss(p):
    return F.mse_loss(functional_call(net, p, (x,)), torch.zeros(4, 1))

g = grad(loss)({k: v.detach() for k, v in params.items()})
print({k: tuple(v.shape) for k, v in g.items()})
print(functional_call(net, {k: torch.zeros_like(v) for k, v in params.items()}, (x,)))
