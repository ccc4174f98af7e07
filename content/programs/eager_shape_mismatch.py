# The inner sizes of a matrix product must agree.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

a = torch.ones(2, 3, device=device)
b = torch.ones(2, 3, device=device)
print((a + b).sum().item())
print(a @ b)
