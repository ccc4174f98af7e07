# Rows looked up, then each row brought to mean 0 and variance 1.
import torch
import torch.nn as nn

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

torch.manual_seed(0)
table = nn.Embedding(6, 4).to(device)
norm = nn.LayerNorm(4).to(device)
ids = torch.tensor([[0, 5], [5, 2]], device=device)
rows = table(ids)
out = norm(rows)
print(rows.shape)
print(out.detach().cpu())
print(out.mean(-1).abs().max().item() < 1e-6)
out[..., 0].sum().backward()
print(table.weight.grad.abs().sum(1).cpu() > 0.01)  # only the rows that were looked up
