# backward() frees what it has used: a second walk over the same record fails.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.tensor(3.0, device=device, requires_grad=True)
y = x * x
y.backward()
print(x.grad.item())
y.backward()
