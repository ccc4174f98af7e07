# Anomaly mode looks for NaN behind every node of the backward.
import torch

torch.autograd.set_detect_anomaly(True)
x = torch.tensor([4.0, 9.0], requires_grad=True)
y = (x.sqrt() * x).sum()
y.backward()
print(x.grad)
m = torch.nn.Linear(2, 1)
loss = torch.nn.functional.mse_loss(m(torch.ones(3, 2)), torch.zeros(3, 1))
loss.backward()
with torch.autograd.set_detect_anomaly(False):
    (torch.zeros(1, requires_grad=True).sqrt() * 0).sum().backward()
with torch.autograd.detect_anomaly(check_nan=False):
    z = torch.tensor([0.0], requires_grad=True)
    (z.sqrt() * 0).sum().backward()
    print(z.grad)
try:
    with torch.autograd.detect_anomaly():
        z = torch.tensor([0.0], requires_grad=True)
        (z.sqrt() * 0).sum().backward()
except RuntimeError as e:
    print(e, z.grad)


class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * float("nan")


try:
    Bad.apply(torch.ones(2, requires_grad=True)).sum().backward()
except RuntimeError as e:
    print(e)
try:
    torch.autograd.grad((z.sqrt() * 0).sum(), z, create_graph=True)
except RuntimeError as e:
    print(e)
with torch.autograd.detect_anomaly():
    a = torch.ones(2, requires_grad=True)
    b = a.exp()
    b += 1
    try:
        b.sum().backward()
    except RuntimeError as e:
        print(e)
