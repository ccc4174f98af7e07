"""Functions that allow_in_graph names are nodes of the graph: the eager back end calls them each time."""
import torch
import torch._dynamo


def helper(x):
    print("helper runs", tuple(x.shape))
    return x * 2 + 1


torch._dynamo.allow_in_graph(helper)


@torch.compile(backend="eager")
def f(x):
    return helper(x).sum()


for i in range(3):
    print(f(torch.full((2,), float(i))))


@torch.compiler.allow_in_graph
def both(x, scale=1.0):
    print("both", scale)
    if x.dim() == 2:
        return x * scale, x.t()
    return x, x


@torch.compile(backend="eager", fullgraph=True)
def g(x):
    y = x + 1
    a, b = both(y, scale=3.0)
    return (a @ b).relu()


w = torch.arange(4.0).view(2, 2).requires_grad_()
for _ in range(2):
    g(w).sum().backward()
    print(w.grad)


@torch.compile(backend="eager")
def alone(x):
    return helper(x)


print(alone(torch.ones(1)))
print(alone(torch.zeros(1)))


@torch.compile(backend="aot_eager")
def traced(x):
    return helper(x).sum()


w = torch.ones(2, requires_grad=True)
traced(w).backward()
traced(w).backward()
print(w.grad)
