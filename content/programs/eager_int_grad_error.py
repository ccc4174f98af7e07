# Only floating-point tensors can have gradients.
import torch

x = torch.tensor([1, 2, 3])
print(x.requires_grad)
x.requires_grad_()
