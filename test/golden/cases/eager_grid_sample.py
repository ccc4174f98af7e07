"""A spatial transformer: the grid of an affine map, sampling with gradients to image and map."""
import torch
import torch.nn.functional as F

image = torch.arange(16.0).reshape(1, 1, 4, 4).requires_grad_()
theta = torch.tensor([[[0.5, 0.0, 0.25], [0.0, 0.5, 0.0]]], requires_grad=True)
grid = F.affine_grid(theta, [1, 1, 2, 3], align_corners=False)
out = F.grid_sample(image, grid, mode="bilinear", padding_mode="border", align_corners=False)
print(out)
out.sum().backward()
print(theta.grad)
print(image.grad)
for mode in ("nearest", "bicubic"):
    print(mode, F.grid_sample(image.detach(), grid.detach(), mode=mode, padding_mode="reflection", align_corners=True))
try:
    F.grid_sample(image, grid[..., :1], align_corners=False)
except RuntimeError as e:
    print(e)
