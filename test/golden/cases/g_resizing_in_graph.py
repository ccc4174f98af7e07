# Images are resized inside a graph by PyTorch's Python decompositions: indices and weights stand in the graph.
import torch
from torch import nn
import torch.nn.functional as F

torch.manual_seed(0)
image = torch.randn(1, 2, 4, 5, requires_grad=True)
WAYS = [
    lambda x: F.interpolate(x, scale_factor=2),
    lambda x: F.interpolate(x, scale_factor=1.5, mode="nearest-exact"),
    lambda x: F.interpolate(x, size=(5, 7), mode="bilinear", align_corners=True),
    lambda x: F.interpolate(x, scale_factor=2, mode="bicubic"),
    lambda x: F.interpolate(x[0], scale_factor=2, mode="linear"),
    lambda x: F.interpolate(x[None], scale_factor=2, mode="trilinear"),
    lambda x: nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)(x),
]
for way in WAYS:
    image.grad = None
    made = torch.compile(way)(image)
    made.square().sum().backward()
    print(made.shape, made.flatten()[:4].detach(), image.grad.flatten()[:4])
