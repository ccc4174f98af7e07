# Rounding to what an integer type would keep, with one scale or one a channel; gradients pass where nothing was cut.
import torch

torch.manual_seed(0)
x = (torch.randn(3, 4) * 10).requires_grad_()
zero = torch.tensor([0, 5, -3], dtype=torch.int32)
WAYS = [
    lambda: torch.fake_quantize_per_tensor_affine(x, 0.1, 10, 0, 255),
    lambda: torch.fake_quantize_per_tensor_affine(x, torch.tensor(0.13), torch.tensor(10, dtype=torch.int32), 0, 255),
    lambda: torch.fake_quantize_per_channel_affine(x, torch.tensor([0.1, 0.03, 0.2]), zero, 0, -128, 127),
    lambda: torch.fake_quantize_per_channel_affine(x, torch.tensor([0.1, 0.03, 0.2, 0.5]), torch.zeros(4), 1, -8, 7),
    lambda: torch.fake_quantize_per_tensor_affine(x, 0.1, 300, 0, 255),
    lambda: torch.fake_quantize_per_tensor_affine(x, 0.1, 0, 5, 2),
    lambda: torch.fake_quantize_per_tensor_affine(x.detach().long(), 0.1, 0, 0, 2),
    lambda: torch.fake_quantize_per_channel_affine(x, torch.ones(2), zero, 0, -128, 127),
    lambda: torch.fake_quantize_per_channel_affine(x, torch.ones(3), zero.long(), 0, -128, 127),
]
for way in WAYS:
    x.grad = None
    try:
        y = way()
        y.sum().backward()
        print(y, x.grad)
    except (RuntimeError, NotImplementedError) as e:
        print(type(e).__name__, e)
