# Three products: which of them need a new kernel?
import torch

device = torch.accelerator.current_accelerator() or "cpu"

a = torch.ones(4, 8, device=device)
b = torch.ones(8, 2, device=device)
c = a @ b
d = (a * 3) @ b
e = a[:2] @ b
print(c.sum().item(), d.sum().item(), e.sum().item())
