# backward() inside a compiled function runs outside its graph.
import torch


@torch.compile(dynamic=False)
def step(w, x):
    loss = (w * x).sum()
    loss.backward()
    return loss * 2


w = torch.ones(3, requires_grad=True)
print(step(w, torch.arange(3.0)).detach(), w.grad)
