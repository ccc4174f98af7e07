# In-place operators on views: layouts of the gradients that come back, and which history an error names.
import torch
torch.manual_seed(0)
x = torch.randn(4, 6, requires_grad=True)
p = torch.randn(6, 4, requires_grad=True)
b = x * 1
v = b.t()
q = p * 1
q.register_hook(lambda g: print(g.stride()))
v += q
(v * torch.randn(6, 4)).sum().backward()
print(p.grad.stride())
x = torch.randn(1, 4, 6, requires_grad=True)
p = torch.randn(1, 6, 4, requires_grad=True)
b = x * 1
v = b.transpose(1, 2)
q = p * 1
q.register_hook(lambda g: print(g.stride()))
v += q
(v * torch.randn(1, 6, 4)).sum().backward()
x = torch.randn(1, 2, 3, 2, 2, requires_grad=True)
p = torch.randn(1, 6, 4, requires_grad=True)
q = p * 1
q.register_hook(lambda g: print(g.stride()))
v = (x * 1).permute(0, 2, 1, 3, 4).flatten(3).contiguous().flatten(1, 2)
print(v.stride())
v += q
(v * torch.randn(1, 6, 4)).sum().backward()
for n in (1, 2):
    x = torch.randn(n, 6, 2, 2, requires_grad=True)
    p = torch.nn.Parameter(torch.randn(1, 4, 6))
    y = (x * 1).permute(0, 2, 3, 1).reshape(n, 4, 6)
    z = (x * 1).flatten(2).permute(0, 2, 1)
    y += p
    z += p
    ((y + z) * torch.randn(n, 4, 6)).sum().backward()
    print(p.grad.stride(), x.grad.stride())

# The gradient of a group norm is made dense as its input is.
norm = torch.nn.GroupNorm(2, 6)
x = torch.randn(2, 6, 4, 4, requires_grad=True)
(norm(x).permute(0, 2, 3, 1).contiguous() * torch.randn(2, 4, 4, 6)).sum().backward()
print(x.grad.stride())

# A view whose base has changed since it was kept has a history of its own.
a = torch.zeros(3, 4)
w = torch.randn(4, requires_grad=True)
total = 0
for i in range(3):
    a[i] = w * i
    total = total + (a[i] * w).sum()
total.backward()
