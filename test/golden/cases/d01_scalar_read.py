# After a public report: https://github.com/pytorch/pytorch/issues/196198
# A scalar read breaks the graph; fullgraph=True hides the break, not the wait.
import torch


def f(x):
    s = x.sum().item()
    return x * s + 1


x = torch.tensor([1.0, 2.0])
print(torch.compile(f, dynamic=False)(x))
torch._dynamo.reset()
print(torch.compile(f, dynamic=False, fullgraph=True)(x))
