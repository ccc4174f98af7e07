# The two best scores of each row, asking for no more than that.
import torch

device = torch.accelerator.current_accelerator() or "cpu"

scores = torch.tensor(
    [[0.1, 0.9, 0.4, 0.3], [0.7, 0.2, 0.5, 0.6]], device=device
)
scaled = scores * 2
values, order = scaled.topk(2, dim=1)
best = values + 1
print(best.cpu())
print(order.cpu())
