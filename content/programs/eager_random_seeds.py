# The same seed, the same numbers: the generator's state is all there is.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

torch.manual_seed(0)
a = torch.rand(3)
b = torch.randn(2, 3)
torch.manual_seed(0)
print(torch.equal(a, torch.rand(3)))
print(a)
print(b)
print(torch.randn(20).to(device).cpu())
print(torch.randint(0, 10, (8,)))
print(torch.randperm(6))
