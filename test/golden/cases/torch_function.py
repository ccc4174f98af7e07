"""Classes over Tensor, objects that stand for tensors and modes see the functions of torch: `__torch_function__`."""
# rows: none
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.overrides import TorchFunctionMode, has_torch_function, handle_torch_function, is_tensor_like

torch.manual_seed(0)


class Named(torch.Tensor):
    pass


b = torch.ones(3)


class Logged(torch.Tensor):
    calls = []

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        cls.calls.append((func.__name__, [t.__name__ for t in types], len(args), sorted(kwargs or {})))
        return super().__torch_function__(func, types, args, kwargs or {})


x = torch.ones(2, 2).as_subclass(Logged)
y = x + 1
y = 2 - x
y = x / 2 @ torch.ones(2, 2)
y = x // 2
y = x**2
y = (x == 1) | (x < 2)
y = -x
y = F.dropout(x, 0.5, training=False)
y = F.cross_entropy(x, torch.tensor([0, 1]))
y = F.layer_norm(x, (2,))
y = torch.cat([x, torch.ones(2, 2)], dim=1)
y = torch.einsum("ij,jk->ik", x, x)
y = x.view(-1).sum(dim=0, keepdim=True)
x.requires_grad
x.shape
x[0, 0]
x[0] = 3
for row in x:
    pass
repr(x)
str(x)
for call in Logged.calls:
    print(call)
Logged.calls.clear()
with torch._C.DisableTorchFunctionSubclass():
    print(type(x + 1), Logged.calls)
try:
    x.matmul(torch.ones(3, 3))
except RuntimeError as e:
    print(e)


class Twice(Logged):
    pass


z = x.as_subclass(Twice)
print(type(z + x), type(x + z), Logged.calls[-1])


class Other(torch.Tensor):
    pass


try:
    Named([1.0]) + Other([1.0])
except TypeError as e:
    print(e)


class Diagonal:
    def __init__(self, n, value):
        self.n, self.value = n, value

    def __repr__(self):
        return f"Diagonal({self.n}, {self.value})"

    HANDLED = {}

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        if func not in cls.HANDLED or not all(issubclass(t, (torch.Tensor, Diagonal)) for t in types):
            return NotImplemented
        return cls.HANDLED[func](*args, **(kwargs or {}))


def implements(function):
    def register(f):
        Diagonal.HANDLED[function] = f
        return f

    return register


@implements(torch.mean)
def mean(x):
    return x.value / x.n


@implements(torch.matmul)
def matmul(x, y):
    return Diagonal(x.n, x.value * y.value) if isinstance(y, Diagonal) else x.value * y


@implements(F.relu)
def relu(x, inplace):
    return Diagonal(x.n, max(x.value, 0))


e = Diagonal(3, -2.0)
print(torch.mean(e), torch.matmul(e, e), torch.matmul(e, torch.eye(3)), F.relu(e), is_tensor_like(e), has_torch_function((e,)), has_torch_function((b,)))
for f in (torch.sum, F.gelu):
    try:
        f(e)
    except TypeError as err:
        print(str(err).split(":")[0])


def scale(x, by=2):
    if has_torch_function((x,)):
        return handle_torch_function(scale, (x,), x, by=by)
    return x * by


class Wrapped:
    def __torch_function__(self, func, types, args=(), kwargs=None):
        return func.__name__, [t.__name__ for t in types], len(args), kwargs


w = Wrapped()
print(scale(w), scale(b), torch.add(w, 1), torch.ones(2) + w, torch.sum(w, dim=0), F.softmax(w, dim=-1), F.mse_loss(w, b))


class Count(TorchFunctionMode):
    def __init__(self, name):
        super().__init__()
        self.name = name
        self.seen = []

    def __torch_function__(self, func, types, args=(), kwargs=None):
        self.seen.append(func.__name__)
        return func(*args, **(kwargs or {}))


with Count("outer") as outer:
    g = torch.ones(2, 3) + torch.zeros(2, 3)
    with Count("inner") as inner:
        h = F.relu(g).sum()
    h.backward if False else None
    nn.Linear(3, 2)(g)
print(outer.seen, inner.seen)
print(torch.add(b, 1))
