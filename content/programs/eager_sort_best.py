# The two best scores of each row, by sorting everything.
import torch

device = torch.accelerator.current_accelerator() or "cpu"

scores = torch.tensor(
    [[0.1, 0.9, 0.4, 0.3], [0.7, 0.2, 0.5, 0.6]], device=device
)
scaled = scores * 2
values, order = scaled.sort(dim=1, descending=True)
best = values[:, :2] + 1
print(best.cpu())
print(order[:, :2].cpu())
