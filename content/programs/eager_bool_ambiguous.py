# A tensor of many values has no single truth: `if` refuses it.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.tensor([1.0, -1.0], device=device)
print(bool(torch.tensor([3.0])), (x > 0).any().item())
if x > 0:
    print("never")
