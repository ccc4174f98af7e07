# Sums, means, extremes: over everything, or along a dimension.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.tensor([[1.0, 5.0, 3.0], [4.0, 2.0, 6.0]], device=device)
print(x.sum().item(), x.mean().item(), x.max().item())
print(x.sum(0).cpu(), x.mean(1, keepdim=True).cpu())
values, where = x.max(dim=1)
print(values.cpu(), where.cpu(), x.argmin().item())
print(x.var().item(), x.std(dim=0, unbiased=False).cpu())
print((x > 2).any(1).cpu(), (x > 0).all().item(), x.prod().item())
