# softmax subtracts the largest value first: the naive form overflows.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.tensor([1000.0, 1001.0, 1002.0], device=device)
naive = x.exp() / x.exp().sum()
print(naive.cpu())
print(torch.softmax(x, 0).cpu(), f"{torch.logsumexp(x, 0).item():.3f}")
