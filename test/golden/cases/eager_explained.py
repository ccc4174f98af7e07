# rows: none
# What torch._dynamo.explain says of a function: graphs, breaks with their places, calls of each graph.
import torch


def f(x):
    y = x * 2
    print("hi")
    z = y + 1
    torch._dynamo.graph_break()
    if z.sum() > 3:
        z = z.relu()
    return z.sum().item() + 1


def whole(x, y):
    return torch.relu(x @ y) - x.mean()


def helper(x):
    print("in helper", x.shape)
    return x * 3


def calls(x):
    return helper(x) + helper(x + 1)


def show(e):
    print(type(e), e.graph_count, e.graph_break_count, e.op_count)
    print([[op.__name__ for op in ops] for ops in e.ops_per_graph])
    for b in e.break_reasons:
        print(b.reason, b.graph_break)
        print([(s.lineno, s.name, s.line) for s in b.user_stack])
    print(len(e.graphs), isinstance(e.graphs[0], torch.fx.GraphModule))
    print([n.op for g in e.graphs for n in g.graph.nodes])


show(torch._dynamo.explain(f)(torch.ones(3)))
show(torch._dynamo.explain(whole)(torch.ones(2, 2), y=torch.ones(2, 2)))
show(torch._dynamo.explain(calls)(torch.ones(3)))


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(2, 2)

    def forward(self, x):
        x = self.fc(x)
        if x.sum() > 100:
            x = -x
        return torch.tanh(x)


show(torch._dynamo.explain(Net())(torch.ones(1, 2)))
