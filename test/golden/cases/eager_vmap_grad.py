import torch
from torch import nn
from torch.func import vmap, grad, grad_and_value, jacrev, vjp, functional_call, stack_module_state

x = torch.arange(6.).reshape(3, 2) / 4
y = torch.ones(2)
print(vmap(grad(lambda a: (a.sin() * a).sum()))(x))


def loss(w, a, t):
    return ((nn.functional.linear(a, w) - t) ** 2).mean()


print(vmap(grad(loss), in_dims=(None, 0, 0))(torch.ones(1, 2), x, torch.ones(3, 1)))


def entropy(w, a, t):
    return nn.functional.cross_entropy(nn.functional.linear(a[None], w), t[None])


print(vmap(grad(entropy), in_dims=(None, 0, 0))(torch.ones(4, 2), x, torch.tensor([0, 1, 3])))
print(jacrev(lambda a: a.sin() * a.sum())(y))
print(jacrev(lambda a, b: (a * b, a.sum()), argnums=(0, 1))(y, y * 2))
print(vmap(jacrev(lambda a: a ** 2))(x))
print(jacrev(jacrev(lambda a: (a ** 3).sum()))(y))
print(grad(lambda w: vmap(lambda a: (w * a).sum())(x).sum())(y))
w = torch.tensor([1., 2.], requires_grad=True)
vmap(lambda a: (w * a).sum())(x).sum().backward()
print(w.grad)

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 3))
params = {k: v.detach() for k, v in net.named_parameters()}
labels = torch.tensor([0, 2, 1])


def sample_loss(params, a, t):
    out = functional_call(net, params, (a.unsqueeze(0),))
    return nn.functional.cross_entropy(out, t.unsqueeze(0))


per_sample = vmap(grad(sample_loss), in_dims=(None, 0, 0))(params, x, labels)
for k, g in per_sample.items():
    print(k, tuple(g.shape), g.sum(0))
nn.functional.cross_entropy(net(x), labels, reduction="sum").backward()
for k, p in net.named_parameters():
    print(k, torch.allclose(p.grad, per_sample[k].sum(0), atol=1e-6))

models = [nn.Linear(2, 1) for _ in range(3)]
stacked, buffers = stack_module_state(models)
print({k: tuple(v.shape) for k, v in stacked.items()}, buffers)


def call(p, b, a):
    return functional_call(models[0], (p, b), (a,))


print(vmap(call, in_dims=(0, 0, None))(stacked, buffers, x))
vmap(call, in_dims=(0, 0, None))(stacked, buffers, x).sum().backward()
print(stacked["weight"].grad)

norm = nn.LayerNorm(2)
own = {k: v.detach() for k, v in norm.named_parameters()}
print(vmap(grad(lambda p, a: functional_call(norm, p, (a,)).pow(2).sum()), in_dims=(None, 0))(own, x))
print(vmap(grad(lambda w, a: nn.functional.conv2d(a[None], w).sum()), in_dims=(None, 0))(torch.ones(2, 1, 2, 2), torch.arange(48.).reshape(3, 1, 4, 4)))
print(vmap(grad(lambda a: nn.functional.conv2d(a[None], torch.ones(2, 1, 2, 2)).pow(2).sum()))(torch.ones(3, 1, 3, 3)))
print(vmap(grad(lambda a: nn.functional.mse_loss(nn.functional.relu(a), y)))(x))
value, pull = vjp(lambda a: a.exp(), y)
print(value, vmap(pull)(torch.eye(2))[0])
