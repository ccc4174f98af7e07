# Slices, select, unsqueeze and expand share one storage; a write through one is seen through all.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

base = torch.zeros(3, 4, device=device)
row = base[1]
column = base[:, 2]
corner = base[::2, 1::2]
row.fill_(1)
column += 10
corner.mul_(2)
print(base.cpu())

wide = torch.tensor([[1.0], [2.0]], device=device).expand(2, 3)
print(wide.stride(), wide.sum().item())
print(base[1, 2].item(), base.storage_offset(), row.storage_offset(), corner.storage_offset())
