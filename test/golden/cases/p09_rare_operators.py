# After a public report: https://github.com/pytorch/xla/issues/4985
# A few rare operators among many common ones.
import torch
import torch.nn.functional as F

x = torch.arange(6.0).reshape(1, 2, 3)
y = F.pad(x, (1, 1), mode="reflect")
z = F.interpolate(y, scale_factor=2, mode="nearest")
print(y)
print(z.shape, torch.nonzero(z > 4).shape, F.leaky_relu(z - 3, 0.1).sum())
