# A picture through a convolution and a pooling layer.
import torch
import torch.nn.functional as F

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

picture = torch.arange(16.0, device=device).reshape(1, 1, 4, 4)
edge = torch.tensor([[[[-1.0, 1.0]]]], device=device)
print(F.conv2d(picture, edge).cpu())
print(F.max_pool2d(picture, 2).flatten().cpu(), F.avg_pool2d(picture, 2).flatten().cpu())
print(F.conv2d(picture, torch.ones(2, 1, 3, 3, device=device), padding=1, stride=2).shape)
