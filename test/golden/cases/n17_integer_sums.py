# Beyond 2**24 a float32 cannot count by ones; an integer can.
import torch

print(torch.tensor([16777216, 1, 1]).sum())
print(torch.tensor([16777216.0, 1.0, 1.0]).sum().item())
