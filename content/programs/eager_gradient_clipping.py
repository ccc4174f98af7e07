# Clipping scales all gradients together when their common norm is too large.
import torch
import torch.nn as nn

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

w = nn.Parameter(torch.tensor([3.0, 4.0], device=device))
(w * w).sum().backward()
print(w.grad.cpu(), w.grad.norm().item())
norm = torch.nn.utils.clip_grad_norm_([w], max_norm=1.0)
print(norm.item(), w.grad.cpu())
