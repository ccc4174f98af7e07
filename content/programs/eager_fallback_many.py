# Three operators that often miss a kernel, between ones that have it.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.tensor([3, 1, 2, 3, 1], device=device)
print(torch.unique(x).cpu())
print(torch.bincount(x).cpu())
print(torch.isin(x, torch.tensor([1, 3], device=device)).cpu())
y = x.float()
print(torch.median(y).item(), torch.cumsum(x, 0).cpu())
