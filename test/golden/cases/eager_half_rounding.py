# What a half type keeps in float and what it rounds first: means, powers, lines.
import torch

for dtype in (torch.bfloat16, torch.float16):
    big = (torch.arange(1, 2049) / 7).to(dtype)
    line = torch.linspace(0.1, 3, 12).to(dtype)
    wide = (torch.arange(48) * 11.3 - 70).to(dtype).view(4, 12)
    print(dtype, big.mean().item(), line.mean().item(), wide.mean().item(), (wide * 100).mean().item())
    print(wide.mean(0).tolist(), wide.mean(1).tolist(), wide.mean((0, 1)).item(), wide.t().mean(0).tolist())
    print(big.mean(dtype=torch.float32).item(), line.float().mean(dtype=dtype).item())
    base = torch.tensor([0.3, 0.7, 1.9, 2.6], dtype=dtype)
    for exponent in (1.7, -1.7, 0.3, 2.2, 1 / 3, -0.1, 2.001, 0.4999):
        print(exponent, (base**exponent).tolist(), torch.pow(base, exponent).sum().item())
    print((1.7**base).tolist(), (base**2).tolist(), (base**3).tolist(), (base**0.5).tolist(), (base**-1).tolist())
    print((base**-2).tolist(), (base.repeat(16) ** 3).sum().item())
    print(torch.linspace(-1, 1, 7, dtype=dtype).tolist(), torch.linspace(5, -5, 40, dtype=dtype).tolist())
    print(torch.linspace(0.1, 3, 12, dtype=dtype).tolist(), torch.linspace(0, 1, 700, dtype=dtype)[::23].tolist())
    print(base.clone().pow_(1.7).tolist(), (base ** torch.tensor(1.7)).tolist())
