"""Which form of attention runs is the program's choice: `sdpa_kernel` and the switches of torch.backends.cuda."""
import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel

torch.manual_seed(0)
q, k, v = (torch.randn(1, 2, 3, 4, requires_grad=True) for _ in range(3))
print(SDPBackend.MATH, repr(SDPBackend.FLASH_ATTENTION), int(SDPBackend.EFFICIENT_ATTENTION), list(SDPBackend.__members__))
for wanted in [SDPBackend.MATH, SDPBackend.FLASH_ATTENTION, [SDPBackend.FLASH_ATTENTION, SDPBackend.MATH], [SDPBackend.EFFICIENT_ATTENTION], [], "math"]:
    for p in (0.0, 0.5):
        torch.manual_seed(1)
        try:
            with sdpa_kernel(wanted) as state:
                print(state, torch.backends.cuda.math_sdp_enabled(), torch.backends.cuda.flash_sdp_enabled())
                out = F.scaled_dot_product_attention(q, k, v, dropout_p=p)
            out.sum().backward()
            print(f"{out.sum().item():.4g} {q.grad.sum().item():.2g}")
        except (RuntimeError, AssertionError) as e:
            print(type(e).__name__, e)
print(torch.backends.cuda.math_sdp_enabled(), torch.backends.cuda.flash_sdp_enabled())
torch.backends.cuda.enable_flash_sdp(False)
print(F.scaled_dot_product_attention(q, k, v).grad_fn.name())
with sdpa_kernel([SDPBackend.MATH, SDPBackend.FLASH_ATTENTION], set_priority=True):
    print(F.scaled_dot_product_attention(q, k, v).grad_fn.name())
print(torch.backends.cuda.flash_sdp_enabled())
torch.backends.cuda.enable_flash_sdp(True)
with torch.no_grad():
    print(F.scaled_dot_product_attention(q, k, v, is_causal=True).sum())


@torch.compile
def attend(q, k, v):
    with sdpa_kernel(SDPBackend.MATH):
        y = F.scaled_dot_product_attention(q, k, v)
    return y + F.scaled_dot_product_attention(q, k, v)


@torch.compile
def plain(q, k, v):
    return F.scaled_dot_product_attention(q, k, v) * 2


print(attend(q, k, v).sum())
print(plain(q, k, v).sum())
