"""Nodes of a graph: what is called, with which arguments, and who uses the result (torch/fx/node.py)."""
import builtins
from typing import Any, Callable, Union
import torch
from torch._C import _refuse


Target = Union[Callable[..., Any], str]
Argument = Any


def map_arg(a, fn):
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


def map_aggregate(a, fn):
    if isinstance(a, tuple):
        made = [map_aggregate(x, fn) for x in a]
        return type(a)(*made) if hasattr(a, "_fields") else tuple(made)
    if isinstance(a, list):
        return [map_aggregate(x, fn) for x in a]
    if isinstance(a, dict):
        return {k: map_aggregate(v, fn) for k, v in a.items()}
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def type_text(obj):
    if isinstance(obj, type):
        return obj.__qualname__ if obj.__module__ == "builtins" else f"{obj.__module__}.{obj.__qualname__}"
    return repr(obj)


def _spaces():
    C = torch._C
    return ((torch, "torch", ""), (C._nn, "torch._C._nn", ""), (torch.linalg, "torch._C._linalg", "linalg_"), (torch.special, "torch._C._special", "special_"), (torch.fft, "torch._C._fft", "fft_"))


def own_name(func):
    """Module and name that PyTorch's own function has."""
    name = func.__name__
    if func is torch._set_grad_enabled:
        return "torch._C", name
    if func is torch._assert:
        return "torch", name
    if func.__module__ == "torch" and not hasattr(func, "__code__"):
        for space, module, prefix in _spaces():
            if getattr(space, name, None) is func:
                return module, prefix + name
    return func.__module__, name


def qualified_name(func):
    if getattr(builtins, func.__name__, None) is func:
        return func.__name__
    module, name = own_name(func)
    if name == "<lambda>":
        _refuse("the name of a lambda in a graph")
    return f"{module}.{name}"


def target_text(target):
    if isinstance(target, str):
        return target
    module = target.__module__
    if module == "builtins":
        return f"builtins.{target.__name__}"
    if module == "_operator":
        return f"operator.{target.__name__}"
    return qualified_name(target)


def _format_arg(arg):
    if isinstance(arg, list):
        return "[" + ", ".join(_format_arg(a) for a in arg) + "]"
    if isinstance(arg, tuple):
        return "(" + ", ".join(_format_arg(a) for a in arg) + ("," if len(arg) == 1 else "") + ")"
    if isinstance(arg, dict):
        return "{" + ", ".join(f"{k}: {_format_arg(v)}" for k, v in arg.items()) + "}"
    return "%" + str(arg) if isinstance(arg, Node) else str(arg)


class Node:
    def __init__(self, graph, name, op, target, args, kwargs, return_type=None):
        self.graph = graph
        self.name = name
        self.op = op
        self.target = target
        self.type = return_type
        self.users = {}
        self.meta = {}
        self._inputs = {}
        self._args = self._kwargs = None
        self._erased = False
        self._update(args, kwargs)

    def _update(self, args, kwargs):
        for old in self._inputs:
            old.users.pop(self)
        self._inputs = {}

        def use(n):
            self._inputs.setdefault(n)
            n.users.setdefault(self)
            return n

        self._args = map_arg(args, use)
        self._kwargs = map_arg(kwargs, use)

    @property
    def args(self):
        return self._args

    @args.setter
    def args(self, a):
        self._update(tuple(a), self._kwargs)

    @property
    def kwargs(self):
        return self._kwargs

    @kwargs.setter
    def kwargs(self, k):
        self._update(self._args, dict(k))

    @property
    def all_input_nodes(self):
        return list(self._inputs)

    @property
    def next(self):
        return self.graph._beside(self, 1)

    @property
    def prev(self):
        return self.graph._beside(self, -1)

    @property
    def stack_trace(self):
        return self.meta.get("stack_trace")

    @stack_trace.setter
    def stack_trace(self, trace):
        self.meta["stack_trace"] = trace

    def update_arg(self, idx, arg):
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def update_kwarg(self, key, arg):
        self.kwargs = {**self.kwargs, key: arg}

    def replace_input_with(self, old_input, new_input):
        self._update(map_arg(self._args, lambda n: new_input if n is old_input else n), map_arg(self._kwargs, lambda n: new_input if n is old_input else n))

    def replace_all_uses_with(self, replace_with, delete_user_cb=None, *, propagate_meta=False):
        if propagate_meta:
            replace_with.meta.update(self.meta)
        done = []
        for user in list(self.users):
            if delete_user_cb is not None and not delete_user_cb(user):
                continue
            done.append(user)
            user.replace_input_with(self, replace_with)
        return done

    def append(self, x):
        self.graph._move(x, self, 1)

    def prepend(self, x):
        self.graph._move(x, self, 0)

    def is_impure(self, impure_random=True):
        if self.op in ("placeholder", "output"):
            return True
        if not isinstance(self.target, str) and self.target in _impure:
            return True
        name = self.target if isinstance(self.target, str) else self.target.__name__
        return name in ("setitem", "_set_grad_enabled", "_assert_async") or (name.endswith("_") and not name.startswith("_"))

    def format_node(self, placeholder_names=None, maybe_return_typename=None, *, include_tensor_metadata=False):
        kind = f"{type_text(self.type)} " if self.type is not None else ""
        head = f"%{self.name} : {kind}[num_users={len(self.users)}] = {self.op}[target={target_text(self.target)}]"
        if self.op == "placeholder":
            return head + ("(default=" + str(self.args[0]) + ")" if self.args else "")
        if self.op == "get_attr":
            return head
        if self.op == "output":
            return f"return {self.args[0]}"
        return f"{head}(args = {_format_arg(self.args)}, kwargs = {_format_arg(self.kwargs)})"

    def __repr__(self):
        return self.name

    def _rename(self, candidate):
        if candidate != self.name:
            self.name = self.graph._names.create_name(candidate, None)


_impure = set()


def has_side_effect(fn):
    _impure.add(fn)
    return fn
