# A complex gradient of something real becomes real before the next is asked for.
import torch
a = torch.randn(3, dtype=torch.complex64, requires_grad=True)
r = torch.randn(3, requires_grad=True)
(a * r).abs().sum().backward()
(r * a).real.sum().backward()
(a / (r + 2)).real.sum().backward()
(r / a).imag.sum().backward()
(a - r).abs().sum().backward()
torch.stack([r + 0j, a]).real.sum().backward()
dt = torch.randn(3, requires_grad=True)
k = (torch.exp((-torch.exp(r) + r * a.imag) * dt.unsqueeze(-1)) * a).real.sum()
k.backward()
print(r.grad.dtype, dt.grad.dtype)
