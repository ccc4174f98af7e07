import torch
import torch.nn.functional as F


@torch.compile(dynamic=False)
def f(x):
    return F.gelu(x) + F.silu(x) + F.elu(x) + torch.sigmoid(x) + F.softplus(x) + F.leaky_relu(x) + x.clamp(-0.5, 0.5)


x = torch.linspace(-1, 1, 5, requires_grad=True)
out = f(x)
print(out)
out.sum().backward()
print(x.grad)
