"""How a tree of modules is walked: shared and missing children, walks of a class's own, changes on the way."""
import collections.abc

import torch
import torch.nn as nn


class Leaf(nn.Module):
    def __init__(self, size, shared=None):
        super().__init__()
        self.w = shared if shared is not None else nn.Parameter(torch.ones(size))
        self.register_parameter("none", None)
        self.register_buffer("count", torch.zeros(1))


class Quiet(nn.Module):
    """Hides its children from the walk."""

    def __init__(self):
        super().__init__()
        self.inner = Leaf(2)

    def named_modules(self, memo=None, prefix="", remove_duplicate=True):
        yield prefix + "!", self


class Equal(nn.Module):
    """All of a kind are the same in a set."""

    def __init__(self, size):
        super().__init__()
        self.w = nn.Parameter(torch.ones(size))

    def __eq__(self, other):
        return isinstance(other, Equal)

    def __hash__(self):
        return 7


class Tree(nn.Module):
    def __init__(self, *children):
        super().__init__()
        for i, child in enumerate(children):
            self.add_module(f"c{i}", child)


leaf = Leaf(3)
tree = Tree(leaf, Tree(leaf, Leaf(4, leaf.w)), None, nn.Linear(2, 2))
print([name for name, _ in tree.named_modules()])
print([name for name, _ in tree.named_modules(prefix="p")], len(list(tree.modules())))
print([name for name, _ in tree.named_modules(remove_duplicate=False)])
print([(name, p.numel()) for name, p in tree.named_parameters()])
print([(name, p.numel()) for name, p in tree.named_parameters("p", recurse=False)], list(leaf.named_parameters("p", False))[0][0])
print([name for name, _ in tree.named_parameters(remove_duplicate=False)])
print([name for name, _ in tree.named_buffers()], [name for name, _ in leaf.named_buffers(recurse=False)])
memo = {leaf}
print([name for name, _ in tree.named_modules(memo)], len(memo))
print([name for name, _ in Tree(Quiet(), Leaf(1)).named_modules()], [name for name, _ in Tree(Quiet(), Leaf(1)).named_parameters()])
print([name for name, _ in Tree(Equal(1), Equal(2), Tree(Equal(3))).named_parameters()])
print([name for name, _ in Quiet().named_parameters()], len(list(Quiet().parameters())))

# A child put in place on the way is met; a tree that grows where one stands is an error.
swapped = Tree(Leaf(1), Tree(Leaf(2)))
for name, module in swapped.named_modules():
    print("at", name or "the root", type(module).__name__)
    if isinstance(module, Tree):
        for key, child in list(module.named_children()):
            if isinstance(child, Leaf):
                setattr(module, key, nn.Sequential(child, nn.ReLU()))
print([name for name, _ in swapped.named_parameters()])
try:
    for name, p in tree.named_parameters():
        tree.add_module("late" + str(len(tree._modules)), nn.ReLU())
except RuntimeError as e:
    print(e)
gen = tree.named_parameters()
print(type(gen).__name__, next(gen)[0], next(gen)[0])
gen.close()
print(list(gen), next(iter(tree.parameters())).shape)

# What takes iterables.
for make in (lambda: nn.ModuleList(3), lambda: nn.ModuleDict(3), lambda: nn.ModuleDict([3]), lambda: nn.ParameterList(3)):
    try:
        print(make())
    except TypeError as e:
        print(e)


class Counted:
    """Old protocol: no __iter__."""

    def __getitem__(self, i):
        if i > 1:
            raise IndexError
        return nn.ReLU()

    def __len__(self):
        return 2


try:
    nn.ModuleList(Counted())
except TypeError as e:
    print(e)
collections.abc.Iterable.register(Counted)
print(len(nn.ModuleList(Counted())))
print(nn.Conv2d(1, 1, (2, 3)).kernel_size, nn.Conv2d(1, 1, [2, 3]).kernel_size, nn.Conv2d(1, 1, 2).kernel_size)
print(nn.LayerNorm(4).normalized_shape, nn.LayerNorm([2, 3]).normalized_shape)

# Gradient recording around what fills parameters.
p = nn.Parameter(torch.zeros(2))
with torch.no_grad():
    nn.init.ones_(p)
    print(torch.is_grad_enabled())
    with torch.enable_grad():
        nn.init.constant_(p, 3.0)
        print(torch.is_grad_enabled(), (p * 2).requires_grad)
    print(torch.is_grad_enabled())
print(torch.is_grad_enabled(), p)


class Loud(torch.no_grad):
    def __enter__(self):
        print("entering")
        return super().__enter__()


with Loud():
    print(torch.is_grad_enabled())


@torch.no_grad()
def double(x):
    return x * 2


@torch.no_grad
def triple(x):
    return x * 3


print(double(p).requires_grad, triple(p).requires_grad, torch.no_grad().prev)
try:
    with torch.no_grad():
        raise ValueError("inside")
except ValueError as e:
    print(e, torch.is_grad_enabled())
try:
    torch.no_grad(1, 2)
except TypeError as e:
    print(type(e).__name__)

# What is made when it is first wanted.
print(tree.load_state_dict(tree.state_dict()))
print(nn.Linear(1, 1).load_state_dict({"weight": torch.ones(1, 1), "more": torch.ones(1)}, strict=False))
edge = torch.autograd.graph.get_gradient_edge((p * 2).sum())
print(type(edge).__name__, type(edge).__module__, edge._fields, edge.output_nr)
print(torch.backends.cudnn.enabled, torch.backends.cuda.is_built(), torch.backends.cudnn.flags.__name__)
with torch.backends.cudnn.flags(enabled=False):
    print(torch.backends.cudnn.enabled)
for module in (torch.backends, torch.backends.cudnn):
    try:
        module.nothing
    except AttributeError as e:
        print(e)
for bad in ("nothing", ["linear"]):
    try:
        print(nn.init.calculate_gain(bad))
    except (ValueError, TypeError) as e:
        print(e)
print([nn.init.calculate_gain(n) for n in ("linear", "conv2d", "sigmoid", "tanh", "relu", "leaky_relu", "selu")])
try:
    nn.init.kaiming_uniform_(torch.empty(2, 2), mode="fan")
except ValueError as e:
    print(e)
