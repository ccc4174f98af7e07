# autograd.grad returns gradients instead of storing them; create_graph lets you differentiate again.
import torch

device = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else torch.device("cpu")

x = torch.tensor(2.0, device=device, requires_grad=True)
y = x ** 3
(first,) = torch.autograd.grad(y, x, create_graph=True)
(second,) = torch.autograd.grad(first, x)
print(first.item(), second.item(), x.grad)

v = torch.ones(3, device=device, requires_grad=True)
out = v * torch.tensor([1.0, 2.0, 3.0], device=device)
out.backward(torch.tensor([1.0, 0.0, 10.0], device=device))
print(v.grad.cpu())
try:
    out2 = v * 2
    out2.backward()
except RuntimeError as error:
    print(error)
