import torch


@torch.compile(dynamic=False)
def f(x):
    return torch.exp(torch.tanh(x) * x).sum()


x = torch.arange(3.0, requires_grad=True)
y = f(x)
print(y)
y.backward()
print(x.grad)
