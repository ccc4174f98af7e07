# After a public report: https://github.com/pytorch/pytorch/pull/181607
# Double precision in, single precision on: cast, then move.
import torch

x = torch.tensor([0.1, 0.2], dtype=torch.float64)
y = x.to(torch.float32)
print(x.dtype, y.dtype, y)
print(x.sum().dtype, (x + y).dtype, (y + 0.1).dtype)
