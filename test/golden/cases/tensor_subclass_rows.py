"""What is computed from a class over Tensor leaves the rows of its operators and no more."""
import torch


class Named(torch.Tensor):
    pass


a = torch.ones(3).as_subclass(Named)
b = a * 2 + torch.ones(3)
print(type(b), type(b.sum()), type(b.view(3, 1)), type(torch.cat([a, b])))
w = torch.ones(3, requires_grad=True)
(w.as_subclass(Named) * b).sum().backward()
print(w.grad, type(w.grad))
