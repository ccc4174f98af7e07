"""A program's own code below autograd: TorchDispatchMode sees each operator, `torch.ops.aten` names them."""
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils._python_dispatch import TorchDispatchMode

torch.manual_seed(0)


def short(a):
    if isinstance(a, torch.Tensor):
        return "T" + str(tuple(a.shape))
    if isinstance(a, (list, tuple)):
        return "[" + ", ".join(short(x) for x in a) + "]"
    return repr(a)


class Log(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        print(func, short(args), {k: short(v) for k, v in kwargs.items()})
        return func(*args, **kwargs)


class Count(TorchDispatchMode):
    def __init__(self):
        super().__init__()
        self.calls = {}

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        self.calls[func.overloadpacket] = self.calls.get(func.overloadpacket, 0) + 1
        return func(*args, **(kwargs or {}))


class Swap(TorchDispatchMode):
    """Another operator in the place of one."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        if func is torch.ops.aten.relu.default:
            return torch.ops.aten.clamp.default(args[0], 0.5, 1.0)
        return func(*args, **(kwargs or {}))


class Flops(TorchDispatchMode):
    total = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        if func is torch.ops.aten.mm.default:
            self.total += 2 * args[0].shape[0] * args[0].shape[1] * args[1].shape[1]
        elif func is torch.ops.aten.addmm.default:
            self.total += 2 * args[1].shape[0] * args[1].shape[1] * args[2].shape[1]
        return out


x = torch.ones(2, 3, requires_grad=True)
with Log():
    y = F.linear(x, torch.ones(4, 3)).relu().sum()
    y.backward()
    z = torch.zeros(2) + torch.arange(2) * 3
    z[0] = 5
    z.add_(1, alpha=2)
    print(torch.softmax(z, dim=0).dtype, z[1:].shape, (z > 1).any().item())
    torch.cat([z, z]).view(2, 2).t().contiguous().to(torch.float64)
print(x.grad)

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.LayerNorm(8), nn.Linear(8, 2))
opt = torch.optim.SGD(model.parameters(), lr=0.1)
with Count() as count, Flops() as flops:
    for _ in range(2):
        opt.zero_grad()
        loss = F.cross_entropy(model(torch.randn(3, 4)), torch.tensor([0, 1, 1]))
        loss.backward()
        opt.step()
print({str(k): n for k, n in count.calls.items()})
print(flops.total, f"{loss.item():.4f}")

with Swap():
    print(F.relu(torch.tensor([-1.0, 0.7, 3.0])))
with torch.no_grad(), Log(), Count() as inner:
    torch.ones(2) @ torch.ones(2)
print({str(k): n for k, n in inner.calls.items()})

add = torch.ops.aten.add.Tensor
print(add, repr(add), add.name(), add.__name__, add._schema, add.overloadpacket, repr(add.overloadpacket), add.namespace, add._overloadname)
print(add(torch.ones(2), torch.ones(2), alpha=3), add(torch.ones(2), other=torch.ones(2)), torch.ops.aten.mul(torch.ones(2), 4))
print(torch.ops.aten.mm.default is torch.ops.aten.mm.default, torch.ops.aten.mm.default.name(), torch.ops.aten.sum.dim_IntList(torch.ones(2, 2), [0], True))
print(torch.ops.aten.native_layer_norm.default(torch.ones(2, 2), [2], None, None, 1e-5)[0])
for call in (lambda: add(torch.ones(2)), lambda: add(torch.ones(2), torch.ones(2), beta=1)):
    try:
        call()
    except RuntimeError as e:
        print(str(e).split(" Position")[0])


class Named(torch.Tensor):
    pass


class Kinds(TorchDispatchMode):
    """Of which kind the arguments are; a view as another class is nothing that a mode sees."""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func, types, [type(a).__name__ for a in args])
        return func(*args, **(kwargs or {}))


weight = nn.Parameter(torch.ones(2))
named = torch.ones(2).as_subclass(Named)
with Kinds():
    print(type(weight + 1), type(named * 2), type(named + weight), type(torch.ones(2).as_subclass(Named)))
