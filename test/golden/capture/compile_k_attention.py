import torch
import torch.nn.functional as F


@torch.compile(dynamic=False)
def attn(q, k, v):
    s = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5
    return F.softmax(s, dim=-1) @ v


torch.manual_seed(0)
q, k, v = (torch.randn(2, 3, 4, requires_grad=True) for _ in range(3))
out = attn(q, k, v)
print(out)
out.sum().backward()
print(q.grad)
