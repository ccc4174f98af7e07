# A leaf that needs a gradient may not be changed in place while autograd is watching.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

w = torch.ones(3, device=device, requires_grad=True)
w.add_(1)
