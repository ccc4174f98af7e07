# Padding to a multiple, and even or odd lengths: one graph for each remainder's side.
import torch
@torch.compile
def f(x):
    if x.shape[0] % 2 == 0:
        return x * 2
    return x * 3
for n in (3, 4, 5, 6, 7, 8):
    print(f(torch.ones(n)))
@torch.compile
def f(x):
    if x.shape[0] % 4:
        x = torch.nn.functional.pad(x, (0, 4 - x.shape[0] % 4))
    return x.view(-1, 4).sum(1)
for n in (8, 12, 7, 16, 9):
    print(f(torch.ones(n)))
