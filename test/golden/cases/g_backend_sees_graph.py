"""A back end of the program's own prints the graph that it is given."""
import torch
import torch.nn.functional as F


def look(gm, example_inputs):
    print(gm.graph)
    print(gm.code)
    for node in gm.graph.nodes:
        print(node.op, node.name, getattr(node.target, "__name__", node.target), [n.name for n in node.users])
    return gm.forward


@torch.compile(backend=look)
def scaled(x, y):
    a = torch.sin(x) * 2
    b = a + y
    if b.shape[0] > 2:
        return b.relu()
    return b


print(scaled(torch.ones(3), torch.ones(3)))


class Head(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = torch.nn.LayerNorm(3)
        self.out = torch.nn.Linear(3, 2)

    def forward(self, x):
        h = F.gelu(self.norm(x), approximate="tanh")
        first, second = self.out(h).chunk(2, dim=-1)
        return {"p": torch.softmax(first, dim=0), "q": second.sum()}


torch.manual_seed(0)
head = torch.compile(Head(), backend=look)
given = head(torch.randn(4, 3))
print(given["p"].shape, given["q"].shape)
given["q"].backward()
print(head.out.bias.grad)


@torch.compile(backend=look)
def broken(x):
    y = x.cos()
    print("between")
    y[0] = 1
    return y.mean(), -x


print(broken(torch.zeros(2)))
