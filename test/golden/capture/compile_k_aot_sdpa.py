import torch
import torch.nn.functional as F


@torch.compile(dynamic=False)
def f(q, k, v):
    return F.scaled_dot_product_attention(q, k, v, is_causal=True)


torch.manual_seed(0)
q, k, v = (torch.randn(1, 2, 3, 4, requires_grad=True) for _ in range(3))
out = f(q, k, v)
print(out)
out.sum().backward()
print(v.grad)
