# Reading and writing with index tensors; repeated indices add only where you ask for it.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.arange(12.0, device=device).reshape(3, 4)
rows = torch.tensor([2, 0], device=device)
print(x[rows].cpu())
print(x[rows, torch.tensor([1, 3], device=device)].cpu())
print(x.gather(1, torch.tensor([[0], [1], [2]], device=device)).flatten().cpu())

counts = torch.zeros(3, device=device)
ids = torch.tensor([0, 2, 2], device=device)
counts[ids] += 1
print(counts.cpu())
counts.zero_().index_add_(0, ids, torch.ones(3, device=device))
print(counts.cpu())
