"""Copies between views that share places: the order in which PyTorch writes decides (the spatial shift of an MLP for images)."""
import torch
def shift(x):
    b, w, h, c = x.size()
    x[:, 1:, :, :c // 4] = x[:, :w - 1, :, :c // 4]
    x[:, :w - 1, :, c // 4:c // 2] = x[:, 1:, :, c // 4:c // 2]
    x[:, :, 1:, c // 2:c * 3 // 4] = x[:, :, :h - 1, c // 2:c * 3 // 4]
    x[:, :, :h - 1, 3 * c // 4:] = x[:, :, 1:, 3 * c // 4:]
    return x
for n in (2, 4, 8, 32, 64):
    x = torch.arange(2. * 3 * 4 * n).view(2, 3, 4, n)
    print(n, (shift(x) * torch.arange(1., x.numel() + 1).view_as(x)).double().sum())
    x = torch.arange(2. * 3 * 4 * n).view(2, 4, 3, n).transpose(1, 2)
    print(n, (shift(x) * torch.arange(1., x.numel() + 1).view_as(x)).double().sum())
    x = torch.arange(2. * 3 * 4 * n).view(2, n, 3, 4).permute(0, 2, 3, 1)
    print(n, (shift(x) * torch.arange(1., x.numel() + 1).view_as(x)).double().sum())
x = torch.arange(24.).view(4, 6)
try:
    x[1:] = x[:-1]
except RuntimeError as e: print(str(e)[:40])
print(x)
x = torch.arange(24.).view(4, 6)
try:
    x[:, 1:] = x[:, :-1]
except RuntimeError as e: print(str(e)[:40])
print(x)
x = torch.arange(24.).view(4, 6)
try:
    x[:, :-1] = x[:, 1:]
except RuntimeError as e: print(str(e)[:40])
print(x)
x = torch.arange(24.).view(4, 6).t()
try:
    x[:, 1:] = x[:, :-1]
except RuntimeError as e: print(str(e)[:40])
print(x)
x = torch.arange(24.).view(4, 6).t()
try:
    x[1:] = x[:-1]
except RuntimeError as e: print(str(e)[:40])
print(x)
x = torch.arange(48.).view(2, 4, 6)
try:
    x[:, 1:, ::2] = x[:, :-1, ::2]
except RuntimeError as e: print(str(e)[:40])
print(x)
x = torch.arange(48.).view(2, 4, 6)
try:
    x[:, 1:, :3] = x[:, :-1, :3]
except RuntimeError as e: print(str(e)[:40])
print(x)
x = torch.arange(40.)
try:
    x[1:] = x[:-1]
except RuntimeError as e: print(str(e)[:40])
print(x)

x = torch.arange(2. * 3 * 4 * 2).view(2, 3, 4, 2)
x[:, :, :, 0] = x[:, :, :, 1]
x[..., ::2] *= x[..., 1::2]
print(x)
x = torch.arange(1., 25.).view(4, 6); x[:, :3] *= x[:, 3:]; print(x)
x = torch.arange(1., 25.).view(4, 6); x[:, :-1] += x[:, 1:]; print(x)
x = torch.arange(1., 25.).view(4, 6); x[:-1, :2] += x[1:, :2]; print(x)
x = torch.arange(1., 25.).view(4, 6); x[..., ::2] += x[..., 1::2]; print(x)
x = torch.arange(1., 17.).view(4, 4)
try: x += x.t()
except RuntimeError as e: print(str(e)[:60])
x = torch.arange(1., 25.).view(4, 6); x.mul_(x); print(x)
x = torch.arange(1., 25.).view(4, 6); y = x.view(24); y.add_(x.view(24)); print(x)
x = torch.arange(1., 25.).view(4, 6); x /= x[-1:].clone(); print(x)
x = torch.arange(1., 25.).view(4, 6); x[0].add_(x[1]).mul_(x[2]); print(x)
x = torch.arange(1., 25.).view(4, 6); x /= x[:, :1]; print(x)
x = torch.arange(1., 25.).view(4, 6); x -= x[:, 2:3]; print(x)
x = torch.arange(1., 25.).view(4, 6); x[:, 1:] += x[:, :-1]; print(x)
x = torch.arange(1., 25.).view(4, 6); x[1:, :3] += x[:-1, :3]; print(x)
x = torch.arange(1., 25.).view(4, 6); x[1:, :3].sub_(x[:-1, :3], alpha=2); print(x)
x = torch.arange(48.).view(2, 4, 6).permute(2, 0, 1); x[1:] += x[:-1]; print(x)
x = torch.arange(24).view(4, 6); x[:, 1:] *= x[:, :-1]; print(x)
x = torch.arange(1., 7.); x.mul_(x[1:2].expand(6)); print(x)
