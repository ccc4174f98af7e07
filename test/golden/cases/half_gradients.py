# Half types: where their gradients round; rows of weighted losses and of normalisation in evaluation.
import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
for dtype in [torch.float16, torch.bfloat16]:
    x = torch.randn(4, 6).to(dtype).requires_grad_()
    up = torch.arange(1, 25).reshape(4, 6).to(dtype)
    for f in [F.glu, lambda t: F.glu(t, 0), torch.sigmoid, torch.tanh, lambda t: F.softmax(t, 0), lambda t: F.softmax(t, 1), F.normalize]:
        out = f(x)
        out.backward(up[: out.shape[0], : out.shape[1]])
        print(out.tolist(), x.grad.tolist())
        x.grad = None
    w = torch.rand(6).to(dtype)
    for reduction in ["mean", "sum", "none"]:
        loss = F.cross_entropy(x, torch.tensor([1, 0, 5, -100]), w, reduction=reduction, label_smoothing=0.1)
        loss.sum().backward()
        print(loss.tolist(), x.grad.tolist())
        x.grad = None
    loss = F.cross_entropy(x, torch.softmax(up, 1), w, label_smoothing=0.1)
    loss.backward()
    print(loss.item(), x.grad.tolist())
    x.grad = None
    p = torch.rand(3, 6).to(dtype).requires_grad_()
    loss = F.binary_cross_entropy_with_logits(p, torch.ones(3, 6, dtype=dtype), weight=w, pos_weight=w)
    loss.backward()
    print(loss.item(), p.grad.tolist())

x = torch.randn(3, 4, dtype=torch.float64, requires_grad=True)
t = torch.rand(3, 4, dtype=torch.float64, requires_grad=True)
w = torch.rand(4, dtype=torch.float64)
F.binary_cross_entropy_with_logits(x, t, weight=w).backward()
F.binary_cross_entropy(torch.sigmoid(x), t, weight=w).backward()
F.cross_entropy(x, torch.tensor([0, 3, 1]), w, label_smoothing=0.2, ignore_index=3).backward()
torch.set_printoptions(precision=5)
print(x.grad, t.grad)
norm = nn.InstanceNorm1d(2, affine=True, track_running_stats=True)
norm(torch.arange(12.0).view(2, 2, 3))
norm.eval()
print(norm(torch.arange(12.0).view(2, 2, 3)), norm.running_mean)
