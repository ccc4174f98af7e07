"""roll under vmap, and vjp through grad: the graph of an inner transform serves the outer one more than once."""
import torch

x = torch.arange(12.).view(3, 4)
print(torch.func.vmap(lambda a: torch.roll(a, 1, 0))(x))
print(torch.func.vmap(lambda a: torch.roll(a, 1))(x))
y = torch.arange(24.).view(2, 3, 4)
print(torch.func.vmap(lambda a: torch.roll(a, (1, 2), (0, 1)))(y))
print(torch.func.vmap(lambda a: torch.roll(a, 1))(y))
print(torch.func.vmap(lambda a: torch.roll(a, -1, -1), in_dims=2)(y))
print(torch.func.vmap(lambda a: torch.roll(a, 1))(torch.arange(3.)))
print(torch.func.vmap(torch.func.grad(lambda a: (a.roll(1, 0) * a).sum()))(x))
x = torch.tensor([1.0, 2.0, 3.0])
print(torch.func.jacrev(torch.func.grad(lambda a: a.exp().sum()))(x))
value, pull = torch.func.vjp(torch.func.grad(lambda a: a.tanh().sum()), x)
print(value, pull(x), pull(x * 2))
