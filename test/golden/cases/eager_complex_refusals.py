# Complex random numbers, what operators refuse of complex numbers, and result types.
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
z = torch.randn(2, 3, dtype=torch.cfloat); print(z, torch.randn_like(z), torch.empty(2, dtype=torch.cfloat).normal_(), torch.empty(2, dtype=torch.cfloat).uniform_())
l = nn.Linear(3, 2, dtype=torch.cfloat); print(l.weight, l(z))
print(torch.result_type(torch.ones(1), 1j), torch.result_type(torch.tensor(1), 1.5), torch.promote_types(torch.int8, torch.uint8), torch.can_cast(torch.float, torch.int))

z = torch.complex(torch.ones(2), torch.zeros(2)); x = torch.randn(8)
for f in [lambda: z < z, lambda: z.max(), lambda: z.sort(), lambda: z.floor(), lambda: z.clamp(0, 1), lambda: z % 2, lambda: F.softmax(z, 0), lambda: F.relu(z), lambda: z.median(), lambda: z.argmax(), lambda: torch.maximum(z, z), lambda: z // 2, lambda: z.trunc(), lambda: F.gelu(z), lambda: z.cummax(0), lambda: z.topk(1), lambda: torch.fft.fft(x, 0), lambda: torch.fft.rfft(z), lambda: torch.complex(x, x.double()), lambda: x.imag, lambda: torch.view_as_complex(x), lambda: z.requires_grad_().backward(), lambda: z.sum().backward(), lambda: z.float(), lambda: torch.stft(x, 4), lambda: torch.tensor(1j).item(), lambda: z.erf(), lambda: z.ceil(), lambda: z.sign(), lambda: torch.hypot(z, z), lambda: torch.atan2(z, z), lambda: F.sigmoid(z), lambda: z >= 1]:
    try: print(f())
    except Exception as e: print(type(e).__name__, e)
