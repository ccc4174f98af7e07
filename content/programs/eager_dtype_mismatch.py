# A matrix product promotes nothing: both sides must have one type.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

a = torch.ones(2, 3, device=device)
b = torch.ones(3, 2, dtype=torch.bfloat16, device=device)
print((a[:, :2] + b[:2]).dtype)
print(a @ b)
