# Types that kernels lack, casts of results in place, indices out of range, options that contradict each other, layouts of unique's slices.
import torch
import torch.nn.functional as F


def attempt(f, *a, **k):
    try:
        r = f(*a, **k)
    except (RuntimeError, NotImplementedError, IndexError, TypeError, ValueError) as e:
        print(type(e).__name__, str(e).split("\n")[0])
    else:
        print(r)


b = torch.tensor([True, False, True])
i = torch.tensor([1, 2, 3])
f = torch.tensor([1.0, 2.5, -0.5])
for name in ("abs", "ceil", "floor", "round", "trunc", "frac", "bitwise_not", "positive", "argmax", "argmin", "median", "nanmedian"):
    for x in (b, i, f):
        attempt(getattr(torch, name), x)
for name in ("bitwise_and", "gcd", "hypot", "logaddexp", "nextafter", "bitwise_left_shift", "dist"):
    for x in (b, i, f):
        attempt(getattr(torch, name), x, x)
        if name not in ("logaddexp", "dist"):
            attempt(getattr(i.clone(), name + "_"), x)
attempt(lambda: +b)
attempt(b.topk, 1)
attempt(b.kthvalue, 1)
attempt(b.median, 0)
attempt(b.clone().cumsum_, 0)
attempt(b.clone().cumprod_, 0)
for call in (F.celu, F.glu, F.pdist):
    attempt(call, torch.ones(2, 2, dtype=torch.int64))
attempt(F.group_norm, torch.ones(1, 2, 2, dtype=torch.int64), 1)
attempt(F.celu, f, alpha=0.0)

z = torch.zeros(3, 2)
attempt(z.index_add, 0, torch.tensor([3]), torch.ones(1, 2))
attempt(z.index_add, 0, torch.tensor([-1]), torch.ones(1, 2))
attempt(z[:, 0].index_add, 0, torch.tensor([3]), torch.ones(1))
attempt(z.index_add, 0, torch.tensor([1]), torch.ones(1, 2, dtype=torch.int64))
attempt(z.index_copy, 0, torch.tensor([0, 1]), torch.ones(1, 2))
attempt(z.index_copy, 0, torch.tensor([-1]), torch.ones(1, 2))
attempt(z.index_copy, 0, torch.tensor([1]), torch.ones(1, 2, dtype=torch.int64))
attempt(z.index_fill, 0, torch.tensor([1]), torch.ones(2))
attempt(torch.searchsorted, f, f, side="middle")
attempt(torch.searchsorted, f, f, side="left", right=True)
attempt(torch.histc, f, 2, min=3, max=1)
attempt(torch.histc, torch.tensor([1.0, float("inf")]), 2)
attempt(torch.meshgrid, i, torch.ones(2), indexing="ij")
table = torch.ones(5, 3)
attempt(F.embedding_bag, i, table, torch.tensor([1]))
attempt(F.embedding_bag, i, table, torch.tensor([0, 5]))
for mode in ("sum", "mean", "max"):
    attempt(F.embedding_bag, i + 3, table, torch.tensor([0]), mode=mode)

slices = torch.tensor([[1, 2, 1], [0, 1, 0]])
for dim in (0, 1):
    u = torch.unique(slices, dim=dim)
    print(u, u.stride(), torch.unique(slices.unsqueeze(1), dim=-1).stride())
print(torch.unique_consecutive(slices, dim=1).stride())
x = torch.zeros(2, 3)
x[True] = 7
x[False] = 9
print(x)

for shape, pad in (((2, 4), (1, 1)), ((2, 3, 4), (1, 1, 1, 2)), ((2, 3, 4), (2, 1)), ((1, 2, 2, 3), (1, 1, 0, 1)), ((2, 2, 2, 3), (1, 1))):
    v = torch.arange(float(torch.Size(shape).numel())).reshape(shape).requires_grad_()
    y = F.pad(v, pad, mode="circular")
    y.pow(2).sum().backward()
    print(y, v.grad)
m = torch.arange(6.0).reshape(2, 3).requires_grad_()
print(torch.tensordot(m, m, 2), torch.tensordot(m, m.T, ([0, 1], [1, 0])), torch.inner(m[0], m[1]))
torch.tensordot(m, torch.ones(2, 3), 2).backward()
print(m.grad)
c = torch.tensor([-1.0, 0.5], requires_grad=True)
w = c * 1
F.celu(w, 2.0, inplace=True).sum().backward()
print(w, c.grad)
