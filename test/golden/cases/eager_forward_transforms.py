"""jvp, jacfwd and hessian, in each other and around grad, vmap and parameters; what they refuse; layers inside of transforms."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, vmap
x = torch.tensor([1., 2., 3.])
v = torch.tensor([1., 0., -1.])
print(grad(lambda a: jvp(torch.sin, (a,), (v,))[1].sum())(x))
print(jvp(grad(lambda a: a.sin().sum()), (x,), (v,)))
print(jvp(lambda a: jvp(torch.sin, (a,), (v,))[1], (x,), (v,)))
print(vmap(lambda a: jvp(torch.sin, (a,), (torch.ones_like(a),))[1])(x))
print(jacrev(jacfwd(lambda a: (a ** 3).sum()))(x))
print(jacfwd(jacrev(lambda a: a.tanh() * a))(x))
print(jacfwd(jacfwd(lambda a: a.tanh().sum()))(x))
out = jvp(lambda a, b: (a * b, a.sum()), (x, x * 2), (v, v), has_aux=False)
print(out)
print(jvp(lambda a: (a * 2, a + 1), (x,), (v,), has_aux=True))
torch.manual_seed(0)
torch.set_printoptions(precision=3)
x = torch.randn(3)
W = torch.randn(3, 4)
b = torch.randn(4)
f = lambda a: torch.tanh(a @ W + b)
print(jacfwd(f)(x))
print(torch.allclose(jacfwd(f)(x), jacrev(f)(x)))
g = lambda a: (F.relu(a @ W + b) ** 2).sum()
print(hessian(g)(x))
print(hessian(lambda a: a.softmax(0)[0])(x))
print(hessian(lambda a: F.cross_entropy((a @ W)[None], torch.tensor([1])))(x))
print(hessian(lambda a: torch.sigmoid(a @ W).sum())(x))
print(hessian(lambda a: a.exp().log1p().mean())(x))
print(jacfwd(lambda a, c: a * c, argnums=1)(x, x + 1))
print(jacfwd(lambda a, c: a * c, argnums=(0, 1))(x, x + 1))
print(jacfwd(lambda a: (a, a.sum()))(x))
print(jacfwd(lambda a: {"y": a * 2})(x))
print(jacfwd(lambda a: (a * 2, a.detach()), has_aux=True)(x))
hvp = lambda f, x, v: jvp(grad(f), (x,), (v,))[1]
print(hvp(g, x, torch.ones(3)))
print(hvp(lambda a: a.norm(), x, torch.ones(3)))
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
params = dict(net.named_parameters())
def loss(p):
    return functional_call(net, p, (x,)).pow(2).sum()
tangents = {k: torch.ones_like(p) for k, p in params.items()}
print(jvp(loss, (params,), (tangents,)))
print(jvp(grad(loss), (params,), (tangents,))[1]["0.weight"])
print(vmap(jacfwd(f))(torch.randn(2, 3)).shape)
print(vmap(hessian(g))(torch.randn(2, 3)).shape)
for bad in (lambda: jvp(f, x, x), lambda: jvp(f, (x,), (x, x)), lambda: jvp(f, (x,), (torch.ones(2),)), lambda: jvp(lambda a: 1, (x,), (x,)),
            lambda: jvp(lambda a: None, (x,), (x,)), lambda: jvp(f, (), ()), lambda: jvp(f, (1,), (1,)), lambda: jvp(lambda a: x, (x,), (x,), strict=True),
            lambda: jvp(lambda a: a, (x,), (x,), has_aux=True), lambda: jacfwd(f, argnums=2)(x), lambda: jacfwd(lambda a: 1)(x)):
    try:
        print(bad())
    except Exception as e:
        print(type(e).__name__, e)
print(jvp(lambda a: x, (x,), (x,)))
torch.manual_seed(0)
torch.set_printoptions(precision=3)
w, b = torch.randn(4, 3), torch.randn(4)
x1, x2, x3 = torch.randn(3), torch.randn(2, 3), torch.randn(2, 2, 3)
for x in (x1, x2, x3):
    print(grad(lambda w: F.linear(x, w, b).sum())(w).shape)
    print(grad(lambda w: F.linear(x, w).sum())(w).shape)
print(vmap(grad(lambda x: F.linear(x, w, b).sum()))(x2).shape)
print(vmap(lambda x: F.linear(x, w, b))(x3).shape)
print(jacrev(lambda x: F.linear(x, w, b))(x1).shape)
print(vmap(lambda x: F.linear(x2, w, b) + x)(torch.ones(2)).shape)
net = torch.nn.Sequential(torch.nn.Linear(3, 3), torch.nn.ReLU(), torch.nn.Linear(3, 1))
p = dict(net.named_parameters())
f = lambda p, x: torch.func.functional_call(net, p, (x,)).sum()
print({k: v.shape for k, v in vmap(grad(f), (None, 0))(p, x2).items()})
