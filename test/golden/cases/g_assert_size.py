# Assertions about a size that became dynamic: one that fails is no exception of the program while tracing.
import torch


@torch.compile(fullgraph=True)
def whole(x):
    assert x.shape[0] < 6, "few rows"
    return x * 2


@torch.compile
def parts(x, n):
    y = x + 1
    assert n < 4, "small numbers"
    return y * n


for rows in (4, 5, 7):
    try:
        print(whole(torch.ones(rows)))
    except Exception as e:
        print(type(e).__name__, str(e).split("\n")[0])
for n in (2, 3, 5):
    try:
        print(parts(torch.ones(2), n))
    except AssertionError as e:
        print(type(e).__name__, e)
