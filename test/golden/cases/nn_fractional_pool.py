# Fractional max pooling: windows at drawn places, their indices and gradients, and what is refused.
import torch
import torch.nn.functional as F
from torch import nn


def attempt(f, *a, **k):
    try:
        print(f(*a, **k))
    except (RuntimeError, ValueError) as e:
        print(type(e).__name__, e)


torch.manual_seed(2)
x = torch.arange(64.0).reshape(1, 1, 8, 8)
print(F.fractional_max_pool2d(x, 2, output_size=3))
print(F.fractional_max_pool2d(x, (2, 3), output_ratio=(0.5, 0.4), return_indices=True))
for pool, shape in (
    (nn.FractionalMaxPool2d(3, output_ratio=0.5), (2, 2, 8, 7)),
    (nn.FractionalMaxPool2d(2, output_size=(3, 1)), (2, 6, 5)),
    (nn.FractionalMaxPool3d((2, 3, 2), output_size=3), (1, 2, 6, 7, 6)),
):
    v = torch.randn(shape, requires_grad=True)
    y = pool(v)
    y.pow(2).sum().backward()
    print(pool, y, v.grad)
print(F.fractional_max_pool3d(torch.randn(2, 6, 5, 5, dtype=torch.float64), 2, output_ratio=0.5, return_indices=True))
print(F.fractional_max_pool2d(torch.randn(1, 6, 6), 2, 3, _random_samples=torch.tensor([[[0.3, 0.8]]])))
print(F.fractional_max_pool2d(torch.tensor([[[1.0, float("nan")], [2.0, 3.0]]]), 2, 1))
for shape in ((2, 2), (1, 1, 1, 4, 4), (1, 4, 4), (1, 4, 0)):
    attempt(F.fractional_max_pool2d, torch.ones(shape), 3, 3)
attempt(F.fractional_max_pool3d, torch.ones(1, 4, 4, 4), 3, 3)
attempt(F.fractional_max_pool2d, torch.ones(1, 4, 4, dtype=torch.int64), 1, 1, _random_samples=torch.ones(1, 1, 2))
attempt(F.fractional_max_pool2d, x, 2)
attempt(nn.FractionalMaxPool2d, 2)
attempt(nn.FractionalMaxPool2d, 2, output_ratio=1.5)
attempt(nn.FractionalMaxPool3d, 0, output_ratio=0.5)
