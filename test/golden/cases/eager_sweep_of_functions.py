# What a sweep over torch's functions found: two numbers for tensors, layouts of results, dimensions that are refused.
import torch
import torch.nn.functional as F


def attempt(f, *a, **k):
    try:
        print(f(*a, **k))
    except (RuntimeError, TypeError, IndexError, NotImplementedError) as e:
        print(type(e).__name__, str(e).split("\n")[0])


print(torch.add(2, 2), torch.mul(2, 2.5), torch.div(3, 2), torch.floor_divide(7, 2), torch.sub(2, 5), torch.add(2, 3, alpha=2))
for x in (torch.tensor([1, 0, 1]), torch.tensor([[1, 0], [1, 1]]), torch.tensor([0, 0]), torch.zeros(2, 2)):
    print(x.nonzero(), x.nonzero().stride(), torch.argwhere(x).stride())
wide, high = torch.ones(2, 3).T, torch.ones(3, 2)
print(torch.rsub(wide, high).stride(), torch.rsub(high, wide).stride(), torch.rsub(high, 3)[0])
attempt(torch.rsub, torch.ones(2), torch.ones(3))
print(torch.slice_scatter(wide, torch.zeros(1, 2), 0, 0, 1).stride(), torch.select_scatter(wide, torch.zeros(2), 0, 0).stride())
print(torch.diagonal_scatter(wide, torch.zeros(2)), torch.diagonal_scatter(wide, torch.zeros(2)).stride())
v, m = torch.ones(2), torch.ones(2, 2)
attempt(torch.cholesky_inverse, v)
attempt(torch.conv1d, m, v)
attempt(torch.conv2d, torch.ones(1, 2, 2), m)
attempt(torch.conv_transpose1d, m, v)
attempt(torch.repeat_interleave, v)
attempt(torch.repeat_interleave, m.long())
attempt(torch.repeat_interleave, torch.tensor([-1]))
attempt(torch.vander, 1)
attempt(torch.addr, m, m, v)
attempt(torch.searchsorted, m, 1)
attempt(v.roll, [0, 1])
attempt(torch.channel_shuffle, m, 1)
attempt(torch.tensor_split, v, v)
attempt(torch.nanmean, torch.tensor([1]))
attempt(torch.logdet, v)
attempt(F.bilinear, torch.ones(1, 2), torch.ones(2, 3), torch.ones(1, 2, 3))
