# The graphs of torch.compile as back ends of a program see them: printed, as code, walked over, changed.
# rows: none
import operator
from typing import List

import torch
import torch.nn as nn
import torch.nn.functional as F

def my_backend_graph(gm, example_inputs):
    print("compiling", len(example_inputs), [tuple(t.shape) for t in example_inputs])
    print(gm.graph)
    return gm.forward

def toy(a, b):
    x = a / (torch.abs(a) + 1)
    if b.sum() < 0:
        b = b * -1
    return x * b

f = torch.compile(toy, backend=my_backend_graph)
torch.manual_seed(0)
for _ in range(3):
    print(f(torch.ones(4), torch.tensor([1., -3., 0.5, 0.2])))

def inspect_code(gm: torch.fx.GraphModule, example_inputs):
    print(gm.code)
    for node in gm.graph.nodes:
        print(node.op, node.name, node.args, node.kwargs, len(node.users))
    return gm
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Linear(4, 8)
        self.fc2 = nn.Linear(8, 2)
    def forward(self, x):
        x = F.relu(self.fc1(x))
        return self.fc2(x).softmax(-1)
torch.manual_seed(0)
net = Net()
c = torch.compile(net, backend=inspect_code)
out = c(torch.randn(3, 4))
print(out.shape)
out.sum().backward()
print(net.fc1.weight.grad.shape)

def my_compiler_readable(gm, example_inputs):
    print(gm.print_readable(print_output=False).replace(__file__, "FILE"))
    return gm.forward
@torch.compile(backend=my_compiler_readable)
def f(x, y):
    z = torch.sin(x) + torch.cos(y)
    z = z.view(2, -1)
    return z.sum(dim=1, keepdim=True), z[0], x.T @ y
f(torch.randn(4, 4), torch.randn(4, 4))

def my_compiler_tabular(gm, example_inputs):
    print("my_compiler_tabular() called with FX graph:")
    for n in gm.graph.nodes: print(n.op, n.name, n.target if isinstance(n.target, str) else n.target.__name__)
    return gm.forward
@torch.compile(backend=my_compiler_tabular)
def foo(x, y):
    a = torch.sin(x)
    b = torch.cos(y)
    return a + b
foo(torch.randn(10, 10), torch.randn(10, 10))
class M(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.lin = torch.nn.Linear(100, 10)
    def forward(self, x):
        return torch.nn.functional.relu(self.lin(x))
m = M()
m2 = torch.compile(m, backend=my_compiler_tabular)
m2(torch.randn(10, 100))

def be_many(gm, ex):
    print(gm.graph)
    print(gm.code)
    print(gm.print_readable(print_output=False).replace(__file__, "FILE"))
    return gm.forward
@torch.compile(backend=be_many)
def f(x, k, d):
    unused = x.sin()
    m, _ = torch.max(x, dim=1)
    a, b = x.chunk(2, dim=1)
    v, i = x.topk(2)
    y = x.view(x.shape[0], -1).reshape(x.shape)
    y = y.to(torch.float64).to(x.device)
    x.add_(1)
    z = x * 2
    x += 1
    x = x.mul_(3)
    q = x[1:, 0]
    x[0] = 5
    w = 1 - x
    w = 1 / w
    h = d["a"] * k + d["b"][0]
    r, s = h
    t = torch.zeros(3, device=x.device, dtype=x.dtype) + torch.tensor([1., 2., 3.])
    u = torch.cat([t, t], dim=0).unsqueeze(0).expand(2, -1)
    with torch.no_grad():
        n = (x > 0) & (x < 5)
    for j in range(2):
        u = u + j
    e = F.dropout(x, 0.5, training=True) if True else x
    g = -x if x.dim() == 2 else x
    c = torch.where(n, x, 0.0).sum(-1, keepdim=True)
    return m, a, b, v, y, z, q, w, h, u, e, ~n, c.detach(), x.T, x.mT, max(r, s), x.double(), abs(g), x.clamp(min=0)
f(torch.randn(4, 4), 3, {"a": torch.ones(2), "b": [torch.ones(2)]})

def swap_edit(gm: torch.fx.GraphModule, example_inputs: List[torch.Tensor]):
    for node in gm.graph.nodes:
        if node.op == "call_function" and node.target in (torch.add, operator.add):
            node.target = torch.mul
    gm.graph.lint()
    gm.recompile()
    print(gm.code)
    return gm
@torch.compile(backend=swap_edit)
def f(x, y): return torch.add(x, y) + 1
print(f(torch.tensor([3.]), torch.tensor([4.])))
def noop_relu(gm, ex):
    g = gm.graph
    for node in list(g.nodes):
        if node.target is torch.relu:
            with g.inserting_after(node):
                new = g.call_function(torch.sigmoid, args=node.args)
            node.replace_all_uses_with(new)
            g.erase_node(node)
    gm.recompile()
    return gm.forward
h = torch.compile(lambda x: torch.relu(x) * 2, backend=noop_relu)
print(h(torch.zeros(2)))
calls = []
def counting(gm, ex):
    calls.append(len(gm.graph.nodes))
    def run(*args):
        calls.append("run")
        return gm(*args)
    return run
k = torch.compile(lambda x: x.sin() + 1, backend=counting)
k(torch.ones(2)); k(torch.ones(2)); print(calls)
