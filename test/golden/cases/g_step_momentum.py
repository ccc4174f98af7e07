# Momentum in a compiled step: the first one makes the buffers.
import torch

w = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
b = torch.nn.Parameter(torch.tensor([0.5]))
opt = torch.optim.SGD([{"params": [w]}, {"params": [b], "lr": 0.5}], lr=0.25, momentum=0.5, weight_decay=0.5)


@torch.compile
def train(x):
    opt.zero_grad()
    loss = (w * x).sum() + b.sum()
    loss.backward()
    opt.step()
    return loss


for i in range(4):
    print(train(torch.ones(2)))
print(w, b)
