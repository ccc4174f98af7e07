# Text joined with a number that became dynamic: in an error message, and in a value the function returns.
import torch


@torch.compile
def limited(x, n):
    if n > 5:
        raise ValueError(f"too many: {n}")
    return x * n


@torch.compile(fullgraph=True)
def whole(x, n):
    if n > 5:
        raise ValueError(f"too many: {n}")
    return x * n


@torch.compile
def labelled(x, n):
    label = f"n={n}"
    return x * n, label


for n in (2, 3, 4, 7):
    for f in (limited, whole, labelled):
        try:
            print(f(torch.ones(3), n))
        except Exception as e:
            print(type(e).__name__, str(e).split("\n")[0])
