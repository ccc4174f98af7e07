# Rows of the gradients of factorisations, in losses that no choice of signs changes.
import torch

L = torch.linalg
torch.manual_seed(0)
I = torch.eye(3, dtype=torch.float64)
square = torch.randn(3, 3, dtype=torch.float64)
tall = torch.randn(4, 3, dtype=torch.float64)
shapes = [square, tall, tall.T.contiguous()]
weights = torch.arange(1.0, 13.0, dtype=torch.float64)


def weigh(t):
    return (t.flatten().abs() * weights[: t.numel()]).sum()


def gradient(f, a):
    t = a.clone().requires_grad_()
    print(torch.autograd.grad(f(t), t)[0])


for f in [
    L.det,
    lambda t: L.slogdet(t)[1],
    lambda t: weigh(L.eigvalsh(t + t.T)),
    lambda t: weigh(L.eigh(t + t.T)[1]),
    lambda t: sum(weigh(x) for x in L.eigh(t + t.T)),
    lambda t: weigh(L.solve_triangular(t.triu(), I, upper=True)),
    lambda t: weigh(L.solve_triangular(t.tril(), I, upper=False, left=False)),
    lambda t: weigh(L.cholesky(t @ t.T + I)),
]:
    gradient(f, square)
for a in shapes:
    for f in [
        L.pinv,
        L.svdvals,
        lambda t: L.svd(t, full_matrices=False)[0],
        lambda t: L.svd(t, full_matrices=False)[2],
        lambda t: torch.cat([x.flatten() for x in L.svd(t, full_matrices=False)])[:12],
    ]:
        gradient(lambda t: weigh(f(t)), a)
for a in shapes[:2]:
    gradient(lambda t: weigh(L.qr(t)[0]), a)
    gradient(lambda t: weigh(L.qr(t)[1]), a)
    gradient(lambda t: sum(weigh(x) for x in L.qr(t)), a)
gradient(lambda t: weigh(L.lstsq(t, torch.ones(4, 1, dtype=torch.float64))[0]), tall)
gradient(L.det, torch.tensor([[1.0, 2.0], [2.0, 4.0]], dtype=torch.float64))
