# What is handed over a break under another name is guarded where it passes; and sums of one dimension broadcast their gradients.
import torch


@torch.compile(dynamic=False)
def counted(x):
    x.relu_()
    v = torch.nonzero(x)
    s = x * x.sum().item()
    w = v * v
    x.fill_(3)
    return w, s


@torch.compile(dynamic=False)
def found(x):
    v = torch.nonzero(x)
    torch._dynamo.graph_break()
    w = v * v
    x.fill_(3)


@torch.compile(dynamic=False)
def renamed(x, k):
    y = k
    z = x + 1
    torch._dynamo.graph_break()
    return z * y


@torch.compile(dynamic=False)
def kept(x, k):
    z = x + 1
    torch._dynamo.graph_break()
    return z * k


@torch.compile(dynamic=False)
def twice(x, k):
    a = b = k
    z = x + 1
    torch._dynamo.graph_break()
    z = z * 2
    torch._dynamo.graph_break()
    return z + b


for f in (counted, found):
    x = -torch.ones(2, 3, dtype=torch.int64)
    print(f(x), f(x))
for k in (2, 3, 4):
    print(renamed(torch.ones(2), k), kept(torch.ones(2), k), twice(torch.ones(2), k))

spread = torch.compile(lambda x: x.var(dim=0) + x.std(dim=0))
for n in (3, 4, 5):
    x = torch.arange(float(n)).requires_grad_()
    spread(x).backward()
    print(x.grad)
