# Three numbers, one operation, one print.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.tensor([1.0, 2.0, 3.0], device=device)
y = x * 2 + 1
print(y.cpu())
print(y.shape, y.dtype)
