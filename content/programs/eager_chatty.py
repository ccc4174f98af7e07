# The sum is printed after every step.
import torch

device = torch.accelerator.current_accelerator() or "cpu"

x = torch.tensor([1.0, 2.0, 3.0], device=device)
for step in range(3):
    x = x * 2
    print(x.sum().item())
