# The protocol of modules, autograd, data, and layers that few programs use.
import torch, copy
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3, padding=1, bias=False)
        self.bn = nn.BatchNorm2d(2)
        self.pool = nn.MaxPool2d(2)
        self.gn = nn.GroupNorm(1, 2)
        self.emb = nn.Embedding(5, 4, padding_idx=0)
        self.heads = nn.ModuleDict({'a': nn.Linear(4, 2), 'b': nn.Sequential(nn.Linear(4, 2), nn.SiLU())})
        self.w = nn.Parameter(torch.zeros(2)); self.register_buffer('k', torch.ones(1)); self.register_buffer('np', torch.ones(1), persistent=False)
        self.plist = nn.ParameterList([nn.Parameter(torch.ones(1)) for _ in range(2)])
    def forward(self, x): return self.pool(F.relu(self.bn(self.conv(x))))
n = Net(); print(n)
print([k for k, _ in n.named_parameters()], [k for k, _ in n.named_buffers()], list(n.state_dict()))
x = torch.randn(2, 1, 4, 4)
h = n.register_forward_hook(lambda m, i, o: print('hook', type(m).__name__, o.shape))
p = n.register_forward_pre_hook(lambda m, i: print('pre', i[0].shape))
b = n.register_full_backward_hook(lambda m, gi, go: print('bw', [None if g is None else g.shape for g in gi], go[0].shape))
y = n(x); y.sum().backward(); h.remove(); p.remove(); b.remove()
print(n.bn.running_mean, n.bn.num_batches_tracked, n.conv.weight.grad.abs().sum())
n.eval(); print(n(x).sum(), n.training, n.conv.training)
m = copy.deepcopy(n); print(m.load_state_dict(n.state_dict()))
sd = n.state_dict(); del sd['w']; sd['zz'] = torch.ones(1)
try: m.load_state_dict(sd)
except RuntimeError as e: print(e)
print(m.load_state_dict(sd, strict=False))
sd = n.state_dict(); sd['w'] = torch.ones(3)
try: m.load_state_dict(sd)
except RuntimeError as e: print(e)
try: n.foo
except AttributeError as e: print(e)
try: n.w = 3
except TypeError as e: print(e)
print(sum(p.numel() for p in n.parameters() if p.requires_grad), n.get_submodule('heads.b.0'))
n.requires_grad_(False); print(any(p.requires_grad for p in n.parameters()))
n.double(); print(n.conv.weight.dtype, n.bn.num_batches_tracked.dtype)
n.apply(lambda m: print(type(m).__name__, end=' ')); print()
class Sq(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): ctx.save_for_backward(x); return x * x
    @staticmethod
    def backward(ctx, g): (x,) = ctx.saved_tensors; return 2 * x * g
t = torch.tensor([3.], requires_grad=True); z = Sq.apply(t); print(z, z.grad_fn.name()); z.backward(); print(t.grad)
t = torch.tensor([2.], requires_grad=True)
g, = torch.autograd.grad((t ** 3).sum(), t, create_graph=True); print(g); g2, = torch.autograd.grad(g.sum(), t); print(g2)
hk = t.register_hook(lambda g: g * 10); (t * 2).sum().backward(); print(t.grad)
u = t * 3; u.retain_grad(); (u * u).sum().backward(); print(u.grad, t.grad)
with torch.no_grad(): print((t * 2).requires_grad)
@torch.no_grad()
def f(x): return x * 2
print(f(t).requires_grad, torch.is_grad_enabled())
with torch.autocast('cpu', dtype=torch.bfloat16): print((torch.ones(2, 2) @ torch.ones(2, 2)).dtype, F.softmax(torch.ones(2), 0).dtype)
from torch.utils.data import DataLoader, TensorDataset, random_split, Dataset
ds = TensorDataset(torch.arange(10.), torch.arange(10))
for a, b in DataLoader(ds, batch_size=4, shuffle=True): print(a, b)
tr, te = random_split(ds, [7, 3], generator=torch.Generator().manual_seed(1)); print(tr.indices, te.indices)
from torch.utils.checkpoint import checkpoint
l = nn.Linear(2, 2); o = checkpoint(l, torch.ones(1, 2, requires_grad=True), use_reentrant=True); o.sum().backward(); print(l.bias.grad)
print(nn.utils.parameters_to_vector(l.parameters()).shape)
mh = nn.MultiheadAttention(4, 2, batch_first=True); q = torch.randn(1, 3, 4); o, w = mh(q, q, q); print(o.shape, w.sum(-1).round(decimals=3))
print(F.interpolate(x, scale_factor=2).shape, nn.Upsample(scale_factor=2)(x).sum() )
for cls in (nn.LSTM, nn.GRU, nn.RNN): r = cls(3, 2, batch_first=True); o, h = r(torch.ones(1, 4, 3)); print(cls.__name__, o.sum())
for init in ('xavier_uniform_', 'xavier_normal_', 'kaiming_normal_', 'orthogonal_', 'trunc_normal_'):
    try: print(init, getattr(nn.init, init)(torch.empty(3, 4)).sum())
    except Exception as e: print(e)
