# Symbolic tracing: graphs, code, interpreters, transformers, patterns, concrete arguments, functions that stay whole.
import math, operator
import torch, torch.nn as nn, torch.nn.functional as F
import torch.fx as fx
from torch.fx import Graph, GraphModule, Interpreter, Tracer, Transformer, replace_pattern, symbolic_trace
torch.manual_seed(0)
class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.param = nn.Parameter(torch.rand(3, 4))
        self.linear = nn.Linear(4, 5)
        self.register_buffer('b', torch.ones(5))
        self.seq = nn.Sequential(nn.Linear(5,5), nn.ReLU(), nn.Dropout(0.1))
    def forward(self, x: torch.Tensor, y=2) -> torch.Tensor:
        z = self.linear(x + self.param).clamp(min=0.0, max=1.0)
        z = self.seq(z) + self.b
        a, b = z.split(2), z.shape
        return torch.relu(z) * y + F.softmax(z, dim=-1) + z.size(0) - math.sqrt(z.shape[0] if False else 4)
m = M()
gm = symbolic_trace(m)
print(gm.graph)
print(gm.code)
print(gm)
for n in gm.graph.nodes: print(n.op, n.name, n.target if isinstance(n.target,str) else n.target.__name__, n.args, n.kwargs, list(n.users))
x = torch.rand(3,4)
gm.eval(); m.eval()
print(torch.equal(gm(x), m(x)), gm(x, y=3).shape)
print(type(gm).__name__, isinstance(gm, nn.Module), list(dict(gm.named_parameters())))
def f(x, flag):
    if x.sum() > 0: return x
    return -x
try: symbolic_trace(f)
except Exception as e: print(type(e).__name__, e)
try: symbolic_trace(lambda x: [a for a in x])
except Exception as e: print(type(e).__name__, str(e)[:60])
try: symbolic_trace(lambda x: len(x))
except Exception as e: print(type(e).__name__, str(e)[:60])
def g(x, flag=True):
    if flag: return x + 1
    return x - 1
gg = symbolic_trace(g, concrete_args={'flag': False})
print(gg.code)
@fx.wrap
def helper(a, b):
    if a.sum() > 0: return a
    return b
def h(x, y):
    t = torch.ones(2)
    return helper(x, y) + t + torch.add(x, y, alpha=2).sum(dim=(0,)) + x[0, 1:] @ y.T, {'a': x ** 2}
hh = symbolic_trace(h)
print(hh.graph, hh.code)
print(dict(hh.named_buffers()))
traced = symbolic_trace(lambda x, w1: torch.cat([torch.sum(w1), torch.sum(w1)]).sum() + torch.neg(x) + torch.add(x, w1).relu())
def pat(x, y): return torch.add(x, y).relu()
def rep(x, y): return torch.relu(torch.sub(x, y))
ms = replace_pattern(traced, pat, rep)
print(len(ms), traced.code)
class Neg(Transformer):
    def call_function(self, target, args, kwargs):
        if target is torch.sigmoid: return torch.neg(*args, **kwargs)
        return super().call_function(target, args, kwargs)
    def call_method(self, target, args, kwargs):
        if target == 'neg': return args[0].sigmoid()
        return super().call_method(target, args, kwargs)
def fn(x): return torch.sigmoid(x).neg()
tt = Neg(symbolic_trace(fn)).transform()
print(tt.code, tt(torch.ones(2)))
class Log(Interpreter):
    def run_node(self, n):
        r = super().run_node(n); print(n.op, n.name, getattr(r,'shape',r)); return r
Log(gm).run(x)
class Leafy(Tracer):
    def is_leaf_module(self, m, q): return isinstance(m, nn.Sequential) or super().is_leaf_module(m, q)
gr = Leafy().trace(m); print(gr)
g2 = GraphModule(m, gr)
gr = Graph(); a = gr.placeholder('x'); b = gr.call_function(torch.relu, (a,)); c = gr.call_method('neg', (b,)); gr.output(c); gr.lint()
q = GraphModule(nn.Module(), gr); print(q.code, q(torch.randn(2)))
for n in list(q.graph.nodes):
    if n.target is torch.relu:
        with q.graph.inserting_after(n):
            nn_ = q.graph.call_function(torch.tanh, (n.args[0],)); n.replace_all_uses_with(nn_)
        q.graph.erase_node(n)
q.recompile(); print(q.code, q.graph.eliminate_dead_code())
import copy
cc = copy.deepcopy(gm); print(cc.graph == gm.graph, str(cc.graph) == str(gm.graph), torch.equal(cc(x), gm(x)))
