# What a module makes of an assignment: parameters, children, plain values, names that are taken, and modules not yet begun.
import torch
import torch.nn as nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.ones(2))
        self.w = nn.Parameter(torch.zeros(2))
        self.none = None
        self.pair = (1, 2)
        self.layer = nn.Linear(2, 2)
        self.layer = nn.Identity()


class Loud(Net):
    taken = 3

    def register_parameter(self, name, param):
        print("register", name)
        super().register_parameter(name, param)


def attempt(m, name, make):
    try:
        setattr(m, name, make())
        print("ok", list(m._parameters), list(m._modules), list(m.__dict__)[-3:])
    except Exception as e:
        print(type(e).__name__, e)


one = lambda: nn.Parameter(torch.ones(1))
m = Net()
print(list(m.__dict__)[-3:], list(m._parameters), m)
for name in ("training", "", "a.b", "forward", "w", "layer", "fresh"):
    attempt(m, name, one)
for name in ("w", "layer", "fresh", "other"):
    attempt(m, name, lambda: 3)
    attempt(m, name, lambda: nn.Linear(1, 1))
    attempt(m, name, lambda: None)
attempt(m, "tensor", lambda: torch.ones(2))
attempt(m, "computed", lambda: one() * 2)
m.register_buffer("kept", torch.ones(1), persistent=False)
attempt(m, "kept", one)
attempt(m, "later", one)
print(list(m._buffers), m._non_persistent_buffers_set, list(m.state_dict()))

p = Loud()
p.taken = nn.Linear(1, 1)
print(p.taken, list(p._modules))
attempt(p, "taken", one)


class Early(nn.Module):
    def __init__(self, value):
        self.x = value


class Mixin:
    def __init__(self, *args, **kwargs):
        print("mixin", args, kwargs)
        self.mixed = True

    def __setattr__(self, name, value):
        print("set", name)
        super().__setattr__(name, value)


class Both(nn.Module, Mixin):
    call_super_init = True

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)


class Alone(nn.Module):
    pass


class Watched(nn.Module, Mixin):
    pass


for m in (Alone(), Both(1, a=2), Watched(), nn.Sequential()):
    print([(name, type(value).__name__) for name, value in m.__dict__.items()])
try:
    Alone(1)
except TypeError as e:
    print(e)
for value in (nn.Linear(1, 1), one(), (1,)):
    try:
        print(Early(value).x)
    except AttributeError as e:
        print(e)
