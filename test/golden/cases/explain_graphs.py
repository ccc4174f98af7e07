# rows: none
"""torch._dynamo.explain: graphs, operators and breaks of a call."""
import torch
import torch._dynamo as dynamo
import torch.nn as nn


def show(e):
    print(e.graph_count, e.graph_break_count, e.op_count, len(e.graphs))
    print([[op.__name__ for op in ops] for ops in e.ops_per_graph])
    for r in e.break_reasons:
        print([(f.lineno, f.name) for f in r.user_stack], r.graph_break)


def printing(x):
    y = x * 2
    print("break")
    return y.relu() + 1


e = dynamo.explain(printing)(torch.ones(3))
show(e)
print(e.break_reasons[0].reason)
print(e.graphs[0].code)


def whole(x, y):
    return torch.sin(x) @ y + torch.cos(y).sum()


show(dynamo.explain(whole)(torch.ones(2, 2), y=torch.ones(2, 2)))


def helper(x):
    x = x + 1
    torch._dynamo.graph_break()
    return x * 3


def inlined(x):
    return helper(x * 2) - 1


e = dynamo.explain(inlined)(torch.ones(2))
show(e)


def item(x):
    n = (x * 2).sum().item()
    if n > 3:
        x = x + n
    return x.exp()


show(dynamo.explain(item)(torch.ones(2)))


def branch(x):
    if x.sum() > 0:
        return x.cos()
    return x.sin()


show(dynamo.explain(branch)(torch.ones(2)))

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 3), nn.ReLU(), nn.Linear(3, 1))
e = torch._dynamo.explain(model)(torch.ones(1, 2))
show(e)
print(e.graphs[0].code)
