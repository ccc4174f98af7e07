import torch


@torch.compile(dynamic=False)
def step(ps, gs, lr):
    with torch.no_grad():
        for p, g in zip(ps, gs):
            p.sub_(g * lr)


w = torch.ones(2, requires_grad=True)
b = torch.zeros(1, requires_grad=True)
for _ in range(2):
    loss = ((w * 2).sum() + b).sum()
    loss.backward()
    step([w, b], [w.grad, b.grad], 0.1)
print(w, b)
