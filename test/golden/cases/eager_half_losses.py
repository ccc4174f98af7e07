# Losses and norms in half precision: which steps are rounded, and how sums over rows and classes go.
import torch
import torch.nn.functional as F

torch.set_printoptions(precision=8)
LOSSES = {
    "mse": F.mse_loss,
    "smooth": F.smooth_l1_loss,
    "smooth, narrow": lambda a, b: F.smooth_l1_loss(a, b, beta=0.3),
    "huber": F.huber_loss,
    "margin": F.soft_margin_loss,
    "logits": F.binary_cross_entropy_with_logits,
}
for dtype in (torch.bfloat16, torch.float16):
    torch.manual_seed(0)
    for name, loss in LOSSES.items():
        for n in (6, 51):
            x = torch.randn(n).to(dtype).requires_grad_()
            value = loss(x, torch.randn(n).to(dtype))
            (gradient,) = torch.autograd.grad(value * 3, x)
            print(name, n, value.detach(), gradient[:6], gradient[-1])

torch.set_printoptions(precision=3)
for dtype in (torch.float32, torch.bfloat16, torch.float64):
    for shape in ((3, 6), (17, 6), (300, 6), (2, 3, 4, 5), (3, 5, 12, 12)):
        x = torch.randn(shape).to(dtype).requires_grad_()
        target = torch.randint(0, shape[1], shape[:1] + shape[2:])
        weight = torch.rand(shape[1]).to(dtype)
        for options in ({}, {"weight": weight}, {"reduction": "sum"}, {"ignore_index": 1}, {"reduction": "none", "weight": weight}):
            value = F.cross_entropy(x, target, **options)
            print(shape, value.flatten()[:3].detach(), torch.autograd.grad(value.sum(), x)[0].flatten()[:3])

for dtype in (torch.bfloat16, torch.float16):
    for weights in (torch.float32, dtype):
        for rows in (2, 7, 40):
            x = torch.randn(rows, 5).to(dtype).requires_grad_()
            scale, shift = torch.ones(5, dtype=weights, requires_grad=True), torch.zeros(5, dtype=weights, requires_grad=True)
            F.layer_norm(x, (5,), scale, shift).backward(torch.randn(rows, 5).to(dtype))
            print(weights, rows, scale.grad, shift.grad)
