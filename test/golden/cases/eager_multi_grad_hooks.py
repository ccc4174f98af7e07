"""Hooks on the gradients of several tensors, and where a gradient arrives."""
import torch
from torch.autograd.graph import register_multi_grad_hook, Node, saved_tensors_hooks, GradientEdge, get_gradient_edge, increment_version
a, b, c, d = [torch.rand(2, 3, requires_grad=True) for _ in range(4)]
torch.manual_seed(0)
def fn(grads):
    print("hook", [g is not None for g in grads])
h = register_multi_grad_hook((a, b, c, d), fn)
c2 = (a * b).sum()
c2.backward(retain_graph=True)
(a * b).sum().backward()
((a * b * c).sum() + d.sum()).backward()
h.remove()
(a * b).sum().backward()
h = register_multi_grad_hook([a, b], lambda g: print("any", g.shape), mode="any")
(a * b).sum().backward()
(a * b).sum().backward()
h.remove()
try:
    register_multi_grad_hook((a,), fn, mode="some")
except ValueError as e:
    print(e)
with register_multi_grad_hook((a, d), fn):
    (a + d).sum().backward()
(a + d).sum().backward()
x = torch.ones(2, requires_grad=True)
y = x * 2
e = get_gradient_edge(y)
print(type(e).__name__, e.node.name(), e.output_nr)
