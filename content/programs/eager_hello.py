import torch

device = torch.accelerator.current_accelerator() or "cpu"

x = torch.tensor([1.0, 2.0, 3.0], device=device)
y = x * 2
z = y + 1
print(z.shape)
print(z.cpu())
