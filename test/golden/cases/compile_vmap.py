"""torch.vmap and the transforms of torch.func inside compiled functions."""
import torch
import torch.nn as nn
from torch.func import functional_call, grad, jacrev, vmap


@torch.compile
def f(x, y):
    return torch.vmap(lambda a, b: (a * b).sum())(x, y)


print(f(torch.arange(6.0).view(2, 3), torch.ones(2, 3)))


@torch.compile
def mv(w, x):
    return torch.vmap(torch.mv, in_dims=(None, 0))(w, x)


print(mv(torch.arange(6.0).view(2, 3), torch.ones(4, 3)))


@torch.compile
def sm(x):
    return torch.vmap(lambda t: torch.softmax(t, 0) + t.max(), out_dims=1)(x) * 2


print(sm(torch.arange(6.0).view(2, 3)))


@torch.compile
def persample(w, x, y):
    def loss(w, x, y):
        return ((x @ w - y) ** 2).sum()
    return torch.vmap(torch.func.grad(loss), in_dims=(None, 0, 0))(w, x, y)


print(persample(torch.ones(3), torch.arange(6.0).view(2, 3), torch.ones(2)))


@torch.compile
def train(w, x):
    return torch.vmap(lambda t: (t @ w).tanh())(x).sum()


w = torch.ones(3, 2, requires_grad=True)
train(w, torch.arange(6.0).view(2, 3) / 6).backward()
print(w.grad)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
params = {k: v.detach() for k, v in model.named_parameters()}


def loss(params, x, y):
    out = functional_call(model, params, (x.unsqueeze(0),))
    return ((out.squeeze() - y) ** 2).mean()


@torch.compile
def of_module(params, x, y):
    return vmap(grad(loss), in_dims=(None, 0, 0))(params, x, y)


for k, v in of_module(params, torch.arange(6.0).view(2, 3) / 6, torch.ones(2)).items():
    print(k, v.shape, v.sum())


@torch.compile
def jac(x):
    return jacrev(lambda t: t ** 3 + t.sum())(x)


print(jac(torch.arange(3.0)))


@torch.compile(backend="eager")
def pairwise(x, y):
    return vmap(vmap(torch.dot, (None, 0)), (0, None))(x, y)


print(pairwise(torch.arange(6.0).view(2, 3), torch.ones(2, 3)))


@torch.compile(fullgraph=True)
def chosen(x, i):
    return vmap(lambda t, j: torch.where(t > 1, t, 0.0).cumsum(0)[:2] + j)(x, i)


print(chosen(torch.arange(6.0).view(2, 3), torch.arange(2)))


@torch.compile(backend="aot_eager")
def same(x):
    return vmap(lambda t: t + torch.rand(3), randomness="same")(x)


print(same(torch.ones(2, 3)))
