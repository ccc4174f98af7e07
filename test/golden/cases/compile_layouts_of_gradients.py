import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
norm, linear, batch, conv = nn.LayerNorm(6), nn.Linear(6, 6), nn.BatchNorm2d(6), nn.Conv2d(6, 6, 1)


@torch.compile
def dropped_rows(x):
    keep = torch.empty([2, 1, 1, 1]).bernoulli_(0.5)
    return norm(linear(x) * keep).permute(0, 3, 1, 2).mean((2, 3))


@torch.compile
def after_permute(x):
    y = batch(linear(x).permute(0, 3, 1, 2))
    return linear(F.hardswish(y).permute(0, 2, 3, 1)).sum((1, 2))


@torch.compile
def log_rows(x):
    return linear(F.log_softmax(linear(x).permute(0, 3, 1, 2), 1).permute(0, 2, 3, 1)).sum()


@torch.compile
def attended(q, k):
    return F.scaled_dot_product_attention(q, k, k, dropout_p=0.1) + q @ k.mT @ k


x = torch.randn(2, 4, 5, 6, requires_grad=True)
for f in (dropped_rows, after_permute, log_rows):
    print(f(x).shape)
    f(x).sum().backward()
    print(x.grad.shape)
    x.grad = None
attended(x, x).sum().backward()
print(x.grad.shape)
