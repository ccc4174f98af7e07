# exp() saves its result for backward; changing the result afterwards is found out when backward needs it.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.zeros(2, device=device, requires_grad=True)
y = x.exp()
y.mul_(2)
y.sum().backward()
