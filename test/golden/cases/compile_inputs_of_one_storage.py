# Inputs that share memory, one of which the graph changes: it takes their base, and they are views of that.
import torch


@torch.compile
def base_changes(x):
    v = x.reshape(-1)
    torch._dynamo.graph_break()
    x.mul_(2)
    return v * 3


@torch.compile
def row_of_it(x):
    v = x[0]
    torch._dynamo.graph_break()
    x.mul_(2)
    return v * 3


@torch.compile
def view_changes(x):
    v = x.t()
    torch._dynamo.graph_break()
    v.mul_(2)
    return x * 3


@torch.compile
def rows_apart(x):
    a, b = x[0], x[1]
    torch._dynamo.graph_break()
    a.mul_(2)
    return b * 3


@torch.compile
def three(x):
    a, b = x[0], x[1]
    torch._dynamo.graph_break()
    a.mul_(2)
    c = b * 3
    x.add_(1)
    return c + b + a


@torch.compile
def columns_apart(x):
    a, b = x[:, :2], x[:, 2:]
    torch._dynamo.graph_break()
    a.mul_(2)
    return b * 3


@torch.compile
def given(x, y, z):
    y.mul_(2)
    z.add_(x)
    return x + y


@torch.compile
def returned(x):
    v = x[1]
    torch._dynamo.graph_break()
    x.add_(1)
    v.mul_(2)
    return v, x


for f in (base_changes, row_of_it, view_changes, rows_apart, three, columns_apart, returned):
    for rows in (2, 2, 3):
        x = torch.arange(3.0 * rows).view(rows, 3)
        print(f(x), x)

w = torch.ones(6)
print(given(w[:3], w[2:5], torch.ones(3)), w)
w = torch.ones(6, dtype=torch.int64)
print(given(w[:3], w[3:], torch.ones(3, dtype=torch.int64)), w)
