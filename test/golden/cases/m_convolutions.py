import torch, torch.nn as nn, torch.nn.functional as F
torch.manual_seed(0)
class DoubleConv(nn.Sequential):
    def __init__(self, i, o): super().__init__(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.BatchNorm2d(o), nn.LeakyReLU(0.2, inplace=True))
class UNet(nn.Module):
    def __init__(self):
        super().__init__(); self.d1, self.d2 = DoubleConv(1, 4), DoubleConv(4, 8); self.up = nn.ConvTranspose2d(8, 4, 2, stride=2); self.u = DoubleConv(8, 4); self.out = nn.Conv2d(4, 2, 1); self.gn = nn.GroupNorm(2, 4); self.dw = nn.Conv2d(4, 4, 3, groups=4, dilation=2, padding="same")
    def forward(self, x):
        a = self.d1(x); b = self.d2(F.max_pool2d(a, 2)); u = torch.cat([self.up(b), a], 1)
        return self.out(self.dw(self.gn(self.u(u))))
m = UNet(); x = torch.randn(2, 1, 8, 8); y = m(x); l = F.binary_cross_entropy_with_logits(y, torch.rand_like(y)); l.backward()
print(m); print(f"{l.item():.4f}", [f"{p.grad.norm():.4f}" for p in m.parameters()])
print(F.interpolate(x, scale_factor=2, mode="bilinear", align_corners=False).shape, F.interpolate(x, size=(4, 4)).equal(x[..., ::2, ::2]), F.avg_pool2d(x, 3, 1, 1).shape, F.adaptive_avg_pool2d(x, 3).shape, F.pad(x, (1, 2, 0, 1), mode="reflect").shape, F.unfold(x, 3, padding=1).shape, F.pixel_shuffle(torch.ones(1, 4, 2, 2), 2).shape, nn.Conv1d(2, 3, 2, stride=2)(torch.ones(1, 2, 6)).shape, nn.Conv3d(1, 1, 2)(torch.ones(1, 1, 3, 3, 3)).shape, nn.Upsample(scale_factor=2)(torch.ones(1, 1, 2)).shape)
m.eval(); print(m.d1[1].num_batches_tracked, f"{m.d1[1].running_var.sum():.4f}", f"{m(x).sum():.3f}")
def init(mod):
    if isinstance(mod, (nn.Conv2d, nn.Linear)): nn.init.xavier_normal_(mod.weight); mod.bias is not None and nn.init.constant_(mod.bias, 0.1)
m.apply(init); print(f"{m(x).abs().sum():.3f}"); print(F.conv2d(torch.ones(1, 1, 3, 3), torch.ones(1, 2, 2, 2)))
