# backward() called inside a compiled function.
import torch


@torch.compile(dynamic=False)
def f(w):
    loss = (w * w).sum()
    loss.backward()
    return loss.detach() * 2


w = torch.ones(2, requires_grad=True)
print(f(w), w.grad)
