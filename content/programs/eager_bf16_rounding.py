# bfloat16 keeps float32's range and 8 bits of precision: from 256 on, odd numbers are gone.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

n = torch.arange(250, 262, device=device).to(torch.bfloat16)
print(n.cpu())

x = torch.tensor([1.0, 1.001, 1.004, 3.14159], device=device)
print(x.to(torch.bfloat16).float().cpu())

total = torch.tensor(256.0, dtype=torch.bfloat16, device=device)
for _ in range(10):
    total = total + 1
print(total.item())
