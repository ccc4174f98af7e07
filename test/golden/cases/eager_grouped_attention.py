import torch
import torch.nn.functional as F

torch.manual_seed(0)
q = torch.randn(2, 4, 3, 8, requires_grad=True)
k = torch.randn(2, 2, 5, 8, requires_grad=True)
v = torch.randn(2, 2, 5, 8, requires_grad=True)
for more in ({}, {"attn_mask": torch.randn(3, 5)}, {"attn_mask": torch.ones(3, 5).tril(2).bool()}, {"dropout_p": 0.5}, {"is_causal": True}):
    out = F.scaled_dot_product_attention(q, k, v, enable_gqa=True, **more)
    out.pow(2).sum().backward()
    print(f"{out.sum().item():.2f} {q.grad.sum().item():.3f} {k.grad.abs().sum().item():.1f} {v.grad.abs().sum().item():.1f}", k.grad.stride())
    q.grad = k.grad = v.grad = None
try:
    F.scaled_dot_product_attention(q, torch.randn(2, 3, 5, 8), torch.randn(2, 3, 5, 8), enable_gqa=True)
except RuntimeError as e:
    print(e)
