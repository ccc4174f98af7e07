"""Classes over Tensor: what is computed from them is of their class."""
# rows: none
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.functional import softmax

torch.manual_seed(0)


class Named(torch.Tensor):
    pass


a = Named([1.0, 2.0, 3.0])
b = torch.ones(3)
print(type(a), a, a + 1, (b * a), (1 - a))
print(type(a.sum()), type(a[0]), type(a.unbind()[0]), type(a.max(0)), type(a.max(0).values), a.shape, type(a.T), type(a.data), type(a.grad), type(a.detach()))
print([type(r).__name__ for r in torch.ones(2, 2).as_subclass(Named)], type(F.relu(a)), type(softmax(a, 0)), type(F.linear(a, torch.ones(2, 3))))
print(isinstance(a, torch.Tensor), type(torch.stack([b, a])), type(a.split(2)), [type(x).__name__ for x in a.split(2)], type(a.tolist()), type(a.item) )
c = torch.randn(3, requires_grad=True)
d = c.as_subclass(Named)
(d * 2).sum().backward()
print(c.grad, d.requires_grad, d.is_leaf, d.grad_fn.name(), type((d * 2).detach().clone()))
lin = nn.Linear(3, 2)
print(type(lin(a)), lin(a))
a += 1
a[0] = 7
print(type(a), a, len(a), 7 in a, bool(a[0]), float(a[1]), f"{a.sum().item():.1f}")
