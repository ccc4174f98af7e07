# An operator without a kernel runs on the host: two copies and a wait, the rest stays where it was.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

scores = torch.tensor([[0.1, 0.9, 0.4], [0.7, 0.2, 0.3]], device=device)
doubled = scores * 2
values, order = torch.sort(doubled, dim=1, descending=True)
best = values[:, 0] + 1
print(order.cpu())
print(best.cpu())

top, where = doubled.topk(2, dim=1)
print(torch.equal(top, values[:, :2]), where.cpu())
