# Three additions of one shape, in two dtypes.
import torch

device = torch.accelerator.current_accelerator() or "cpu"

a = torch.ones(4, 4, device=device)
b = a.to(torch.bfloat16)
c = a + a
d = b + b
e = c + c
print(d.dtype, e.sum().item())
