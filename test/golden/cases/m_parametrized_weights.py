# Parameters computed by modules: registering, stacking, caching, assigning, taking away; set_ keeps the optimizer's tensor.
import copy

import torch
import torch.nn.utils.parametrize as parametrize
from torch import nn


class Symmetric(nn.Module):
    def forward(self, x):
        return x.triu() + x.triu(1).transpose(-1, -2)

    def right_inverse(self, a):
        return a.triu()


class Halved(nn.Module):
    def forward(self, x):
        return x * 0.5


class Product(nn.Module):
    def forward(self, a, b):
        return a @ b

    def right_inverse(self, w):
        return w.clone(), torch.eye(w.shape[1])


torch.manual_seed(0)
layer = nn.Linear(3, 3)
weight = layer.weight
optimizer = torch.optim.SGD(layer.parameters(), lr=0.1)
parametrize.register_parametrization(layer, "weight", Symmetric())
print(layer, layer.parametrizations.weight.original is weight, parametrize.is_parametrized(layer, "weight"))
parametrize.register_parametrization(layer, "weight", Halved())
x = torch.randn(2, 3)
loss = layer(x).square().mean()
loss.backward()
optimizer.step()
print(loss, weight.grad, layer.weight, list(layer.state_dict()))
with parametrize.cached():
    print(layer.weight is layer.weight)
twin = copy.deepcopy(layer)
print(type(twin).__name__, torch.equal(twin.weight, layer.weight))
parametrize.remove_parametrizations(layer, "weight")
print(layer, layer.weight is weight)

plain = nn.Linear(2, 2, bias=False)
parametrize.register_parametrization(plain, "weight", Symmetric())
plain.weight = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
print(plain.weight, plain.parametrizations["weight"].original)
pair = nn.Linear(2, 3, bias=False)
parametrize.register_parametrization(pair, "weight", Product())
print(pair, [tuple(p.shape) for p in pair.parameters()])
pair(torch.ones(1, 2)).sum().backward()
print(pair.parametrizations.weight.original1.grad)


class Wrong(nn.Module):
    def forward(self, x):
        return x[0]


tall = torch.tensor([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]])
solution = torch.linalg.lstsq(tall, torch.tensor([[1.0, 0.0], [2.0, 1.0], [3.0, 5.0]])).solution
print(solution, solution.stride(), solution.T.contiguous())
try:
    parametrize.register_parametrization(nn.Linear(2, 2), "weight", Wrong())
except ValueError as error:
    print(error)
torch.ones(2).set_(torch.ones(2, dtype=torch.float64))
