# Lists of tensors changed in place inside a graph; parameters changed with gradients off that are used afterwards.
import torch
from torch import nn


@torch.compile
def clip(params):
    return nn.utils.clip_grad_norm_(params, 1.0)


first, second = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(3))
first.grad, second.grad = torch.ones(2) * 3, torch.ones(3) * 2
print(clip([first, second]), first.grad, second.grad)


@torch.compile
def scale(tensors, k):
    torch._foreach_mul_(tensors, k)
    torch._foreach_add_(tensors, tensors, alpha=0.5)
    return [t.sum() for t in tensors]


tensors = [torch.ones(2), torch.arange(3.0)]
print(scale(tensors, 2.0), tensors)


@torch.compile
def step(params):
    with torch.no_grad():
        for p in params:
            p.add_(p.grad, alpha=-0.1)
    return (params[0] * 2).sum()


loss = step([first])
print(loss, first, first._version)
loss.backward()
print(first.grad)
