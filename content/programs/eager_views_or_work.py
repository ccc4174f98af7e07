# Four lines, and not all of them are work.
import torch

device = torch.accelerator.current_accelerator() or "cpu"

a = torch.ones(4, 6, device=device)
b = a.t()
c = a.reshape(24)
d = b.reshape(24)
print(b.shape, c.shape, d.shape)
