# One of these lines needs a number that only the device has.
import torch

device = torch.accelerator.current_accelerator() or "cpu"

x = torch.tensor([1.0, -2.0, 3.0], device=device)
a = x.abs()
if a.numel() > 2:
    b = a.sum()
c = bool(b > 5)
print(a.shape, c)
