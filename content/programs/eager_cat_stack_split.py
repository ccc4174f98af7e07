# Joining makes a new tensor; splitting makes views.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

a = torch.arange(4.0, device=device)
b = torch.arange(4.0, 8.0, device=device)
print(torch.cat([a, b]).cpu(), torch.stack([a, b]).shape)
left, right = torch.stack([a, b], dim=1).split(1, dim=1)
print(left.squeeze(1).cpu(), right.shape)
parts = torch.arange(10, device=device).chunk(3)
print([len(part) for part in parts], [tuple(part.tolist()) for part in parts])
parts[0][0] = 99
print(parts[0].cpu(), torch.cat([a[:2], b[2:]]).flip(0).cpu())
