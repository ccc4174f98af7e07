# Guards on remainders, quotients and numbers of elements; views that leave a size to be computed.
import torch
@torch.compile
def h(x, k):
    n = x.shape[0] // k
    if n > 2:
        return x[:n]
    return x[n:]
for a, k in ((6, 2), (8, 2), (4, 2), (9, 3), (12, 3)):
    print(h(torch.ones(a), k).sum())
@torch.compile
def heads(x):
    b, t, d = x.shape
    assert d % 2 == 0
    if t - 1 > 4:
        x = x[:, -4:]
    return x.reshape(b, -1, 2, d // 2).transpose(1, 2).sum(-1)
for b, t in ((1, 3), (2, 3), (2, 4), (3, 5), (3, 6), (2, 9)):
    print(heads(torch.ones(b, t, 4)).shape)
@torch.compile
def windows(x):
    if x.numel() > 10:
        return x.reshape(2, -1).sum(1)
    return x.sum()
for n in (4, 6, 8, 12, 14, 16, 13):
    try:
        print(windows(torch.ones(n)))
    except Exception as e:
        print(type(e).__name__)
