# Attention by hand: scores, a mask that hides the future, weights that sum to one.
import torch
import torch.nn.functional as F

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

torch.manual_seed(0)
q, k, v = (torch.randn(1, 4, 8).to(device) for _ in range(3))
scores = q @ k.transpose(-2, -1) / 8 ** 0.5
future = torch.triu(torch.ones(4, 4, device=device), diagonal=1).bool()
weights = F.softmax(scores.masked_fill(future, float("-inf")), dim=-1)
print(weights.cpu())
print(weights.sum(-1).cpu())
print((weights @ v).shape)
