# Traced modules: fusing, dictionaries, unpacking, constants, methods, tracers of the program’s own.
import torch, torch.nn as nn, torch.nn.functional as F, torch.fx as fx
from torch.fx import symbolic_trace
torch.manual_seed(0)
# conv-bn fusion tutorial style
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 2, 3); self.bn1 = nn.BatchNorm2d(2)
        self.layers = nn.ModuleList([nn.Linear(8, 8) for _ in range(2)])
        self.blocks = nn.Sequential(nn.Sequential(nn.Linear(8, 8), nn.GELU()), nn.LayerNorm(8))
    def forward(self, x):
        x = F.relu(self.bn1(self.conv1(x)), inplace=True)
        x = F.max_pool2d(x, 2).flatten(1)
        for l in self.layers:
            x = l(x) + x
        x = self.blocks(x)
        x = x[:, None].expand(-1, 3, -1).mean(1)
        return {'out': x, 'n': (x.shape[-1], x.norm(p=2))}
def fuse_conv_bn(conv, bn):
    from torch.nn.utils.fusion import fuse_conv_bn_eval
    return fuse_conv_bn_eval(conv, bn)
m = Net().eval()
g = symbolic_trace(m)
modules = dict(g.named_modules())
for node in g.graph.nodes:
    if node.op != 'call_module': continue
    if type(modules[node.target]) is nn.BatchNorm2d and type(modules[node.args[0].target]) is nn.Conv2d:
        if len(node.args[0].users) > 1: continue
        fused = fuse_conv_bn(modules[node.args[0].target], modules[node.target])
        parent, _, name = node.args[0].target.rpartition('.')
        setattr(modules[parent], name, fused)
        node.replace_all_uses_with(node.args[0])
        g.graph.erase_node(node)
g.graph.lint(); g.recompile()
print(g.code); print(g)
x = torch.randn(2, 1, 6, 6)
a, b = m(x), g(x)
print(torch.allclose(a['out'], b['out'], atol=1e-6), a['n'][0])
g.delete_all_unused_submodules(); print(list(dict(g.named_modules())))
print([n.name for n in g.graph.nodes if n.op == 'call_function'], g.graph.find_nodes(op='call_module', target='conv1'))
opt = torch.optim.SGD(g.parameters(), lr=.1); b['out'].sum().backward(); opt.step(); print(len(list(g.parameters())), g.conv1.weight.grad is not None)
try: symbolic_trace(lambda x: x.foo(1) and 2)
except Exception as e: print(type(e).__name__, e)
def uses(x):
    for i in range(3): x = x * i
    y, z = torch.chunk(x, 2)
    w = x.max(dim=0).values
    x.data
    del z
    return y.to(torch.float64).type_as(w), not isinstance(x, torch.Tensor), torch.tensor([1.,2.]) * y
u = symbolic_trace(uses)
print(u.code, u.graph)
print(u(torch.ones(4, 2))[2])
def meth(x: torch.Tensor, n: int = 3): 
    return torch.empty_like(x).fill_(n).view(x.size(0), -1), torch.where(x > 0, x, -x), ~(x == 0), x // 2, 2 ** x, -x, abs(x), divmod(1,2)
print(symbolic_trace(meth).code)
class Sub(fx.Tracer):
    def call_module(self, m, forward, args, kwargs):
        print('call', self.path_of_module(m)); return super().call_module(m, forward, args, kwargs)
print(Sub().trace(m))
