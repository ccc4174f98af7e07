# Each result remembers how it was made; backward() walks that record from the end.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.tensor([1.0, 2.0, 3.0], device=device, requires_grad=True)
y = (x * x).sum()
print(y.item(), y.requires_grad, x.is_leaf, y.is_leaf)
y.backward()
print(x.grad.cpu())

z = (x * 3).sum()
z.backward()
print(x.grad.cpu())  # gradients add up until they are cleared
x.grad = None
print(x.grad)
