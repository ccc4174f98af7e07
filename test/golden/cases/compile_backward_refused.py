# A gradient that cannot be computed is found when the function is compiled: the joint graph is traced before it runs.
import torch


@torch.compile(backend="aot_eager")
def grown(x):
    y = x.exp()
    y.add_(1)
    return y * 2


def tried(f, *args):
    try:
        print(f(*args).sum())
    except RuntimeError as e:
        print(type(e).__mro__[:3], str(e).splitlines()[1])


tried(grown, torch.ones(2))
with torch.no_grad():
    tried(grown, torch.ones(2, requires_grad=True))
tried(grown, torch.ones(3, requires_grad=True))


@torch.compile(backend="aot_eager")
def masked(x, w):
    h = torch.sigmoid(x @ w)
    h[0] = 0
    return h.sum()


w = torch.ones(3, 3, requires_grad=True)
tried(masked, torch.ones(2, 3), w)
print(w.grad)


@torch.compile(backend="aot_eager")
def broken(x):
    y = x * 2
    print("between")
    z = y.tanh()
    z.mul_(2)
    return z


broken(torch.ones(2, requires_grad=True))
