import torch
import torch.nn.functional as F


@torch.compile(dynamic=False)
def losses(x, y, t):
    a = F.mse_loss(x, y)
    b = F.cross_entropy(x, t)
    c = F.binary_cross_entropy_with_logits(x, y)
    d = F.smooth_l1_loss(x, y)
    return a + b + c + d


torch.manual_seed(0)
x = torch.randn(3, 4, requires_grad=True)
y = torch.rand(3, 4)
out = losses(x, y, torch.tensor([0, 3, 1]))
print(out)
out.backward()
print(x.grad)
