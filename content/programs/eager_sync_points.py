# Work is queued and the host runs on, until it wants to know a number.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.arange(4.0, device=device)
y = x * 2
total = y.sum()
print(total.item())
if total > 10:
    print("large")
values = y.tolist()
print(values, float(y[1]), int(total))
print(y.cpu())
where = torch.nonzero(y > 2)
print(where.shape)
