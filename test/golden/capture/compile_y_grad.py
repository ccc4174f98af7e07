import torch


@torch.compile
def f(x, w):
    return (x @ w).sum()


w = torch.ones(3, 2, requires_grad=True)
for n in (2, 4, 5):
    f(torch.ones(n, 3), w).backward()
print(w.grad)
