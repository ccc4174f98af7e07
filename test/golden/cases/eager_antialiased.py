"""Images made smaller without aliases: three filters, their gradients, what they refuse."""
import torch
F = torch.nn.functional
x = torch.arange(2 * 7 * 9.).reshape(1, 2, 7, 9).sin()
for mode in ("bilinear", "bicubic", "lanczos"):
    for kw in (dict(size=(3, 4)), dict(size=(10, 5)), dict(scale_factor=0.5), dict(scale_factor=(1.5, 0.4)), dict(size=(1, 1))):
        for corners in (False, True):
            try:
                y = F.interpolate(x, mode=mode, antialias=True, align_corners=corners, **kw)
                print(mode, kw, corners, y.shape, y.flatten()[::5])
            except Exception as e:
                print(mode, kw, corners, type(e).__name__, e)
    g = x.clone().requires_grad_()
    y = F.interpolate(g, size=(3, 4), mode=mode, antialias=True)
    y.pow(2).sum().backward()
    print(type(y.grad_fn).__name__, g.grad[0, 0])
    print(F.interpolate(x.double(), size=(4, 4), mode=mode, antialias=True)[0, 0])
print(F.interpolate(x.to(memory_format=torch.channels_last), size=(4, 4), mode="bilinear", antialias=True).stride())
try:
    F.interpolate(x, size=(4, 4), mode="nearest", antialias=True)
except ValueError as e:
    print(e)
