# Moving and converting: to() copies only when something changes.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.ones(2, 3)
y = x.to(device)
print(y.to(device) is y, x.to(torch.float32) is x)
z = y.to(torch.bfloat16)
print(z.dtype, z.element_size(), y.element_size(), z.to(torch.float32).sum().item())
print(torch.zeros_like(y).shape, torch.ones(2, dtype=torch.int64, device=device).tolist())
print(y.numel() * y.element_size(), "bytes")
w = y.clone()
w[0, 0] = 5
print(y[0, 0].item(), w[0, 0].item())
