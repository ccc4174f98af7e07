# Sizes must be equal or 1, read from the right.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

a = torch.ones(3, 4, device=device)
print((a + torch.ones(4, device=device)).shape)
print((a + torch.ones(3, device=device)).shape)
