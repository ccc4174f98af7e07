# Ends of slices that are numbers and became dynamic: inside the length, past it, before its start, crossing; what each
# leaves as a guard.
import torch

table = torch.arange(16.0).reshape(8, 2)


@torch.compile
def head(n):
    return table[:n] * 2


@torch.compile
def tail(x, n):
    return x[n:] * 2


@torch.compile
def middle(x, i, j):
    return x[i:j] * 2


@torch.compile
def columns(x, n):
    return x[:, :n] * 2


@torch.compile(dynamic=True)
def three(x):
    return x[:3] * 2


@torch.compile
def last_four(x):
    return x[:, -4:] * 2


for n in (3, 4, 5, 9, -1, -9):
    print(head(n).shape)
for m, n in ((8, 3), (8, 4), (9, 5), (7, 9), (7, -1)):
    print(tail(torch.ones(m), n).shape)
for i, j in ((0, 3), (1, 4), (2, 5), (3, 9), (3, 2), (-3, -1), (2, 4)):
    print(middle(torch.ones(8), i, j).shape)
for n, m in ((4, 4), (5, 5), (6, 6), (6, 4), (3, 9), (7, 7)):
    print(columns(torch.ones(1, n), m).shape)
for n in (3, 4, 2, 5):
    print(three(torch.ones(n)))
for n in (4, 5, 6, 3, 2, 4):
    print(last_four(torch.ones(1, n)).shape)
