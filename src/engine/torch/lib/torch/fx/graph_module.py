"""A module that runs a graph (torch/fx/graph_module.py): as it was captured, or node by node once a program recompiled it."""
import copy
import torch
from torch.fx.graph import Graph
from torch.fx.node import map_arg
from torch.nn.modules.module import Module, _addindent


def _get_attr(model, target):
    for name in target.split("."):
        model = getattr(model, name)
    return model


def _copy_attr(source, to, target):
    *prefix, field = target.split(".")
    for name in prefix:
        f, t = getattr(source, name), getattr(to, name, None)
        if f is t:
            return
        if t is None:
            t = Module()
            setattr(to, name, t)
        source, to = f, t
    _put(getattr(source, field), to, field)


def _assign_attr(value, to, target):
    *prefix, field = target.split(".")
    for name in prefix:
        if getattr(to, name, None) is None:
            setattr(to, name, Module())
        to = getattr(to, name)
    _put(value, to, field)


def _put(value, to, field):
    if isinstance(value, torch.Tensor) and not isinstance(value, torch.nn.Parameter):
        to.register_buffer(field, value)
    else:
        setattr(to, field, value)


class GraphModule(Module):
    def __new__(cls, root, graph, class_name="GraphModule"):
        # Each has a class of its own, under the name of what was traced.
        base = next(t for t in cls.__mro__ if "_of_one" not in t.__dict__)
        return super().__new__(type(class_name, (base,), {"_of_one": True}))

    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        self.__dict__["_run"] = None
        targets = [n.target for n in graph.nodes if n.op in ("get_attr", "call_module")]
        if isinstance(root, Module):
            self.training = root.training
            for target in targets:
                _copy_attr(root, self, target)
        elif isinstance(root, dict):
            for target in targets:
                if target not in root:
                    raise RuntimeError(f"Node referenced target {target} but that target was not provided in ``root``!")
            for target in sorted(set(targets), key=lambda t: t.count(".")):
                _assign_attr(root[target], self, target)
        else:
            raise RuntimeError(f"Unsupported type {root} passed for root!")
        self.meta = {}
        self.graph = graph

    @property
    def graph(self):
        return self._graph

    @graph.setter
    def graph(self, g):
        g.owning_module = self
        self.__dict__["_graph"] = g
        self.recompile()

    @property
    def code(self):
        return self._code

    def recompile(self):
        self.__dict__["_run"] = None
        self.__dict__["_code"] = self._graph.python_code("self").src
        return self._graph.python_code("self")

    def forward(self, *args, **kwargs):
        if self._run is not None:
            return self._run(*args)
        given = list(args)
        values = {}
        for n in self._graph._list:
            if n.op == "placeholder":
                values[n] = self._input(n, given, kwargs)
                continue
            a = map_arg(n.args, values.__getitem__)
            k = map_arg(n.kwargs, values.__getitem__)
            if n.op == "output":
                return a[0]
            if n.op == "call_method":
                values[n] = getattr(a[0], n.target)(*a[1:], **k)
            elif n.op == "call_function":
                values[n] = n.target(*a, **k)
            else:
                found = _get_attr(self, n.target)
                values[n] = found if n.op == "get_attr" else found(*a, **k)

    def _input(self, n, given, kwargs):
        if given:
            return given.pop(0)
        if n.target in kwargs:
            return kwargs[n.target]
        if n.args:
            return n.args[0]
        raise TypeError(f"forward() missing 1 required positional argument: '{n.target}'")

    def add_submodule(self, target, m):
        *prefix, field = target.split(".")
        to = self
        for name in prefix:
            if getattr(to, name, None) is None:
                setattr(to, name, Module())
            to = getattr(to, name)
            if not isinstance(to, Module):
                return False
        to.add_module(field, m)
        return True

    def delete_submodule(self, target):
        *prefix, field = target.split(".")
        of = self
        for name in prefix:
            of = getattr(of, name, None)
            if not isinstance(of, Module):
                return False
        if not isinstance(getattr(of, field, None), Module):
            return False
        delattr(of, field)
        return True

    def delete_all_unused_submodules(self):
        used = set()
        for node in self.graph.nodes:
            if node.op in ("call_module", "get_attr"):
                atoms = node.target.split(".")
                used.update(".".join(atoms[: i + 1]) for i in range(len(atoms)))
                if node.op == "call_module":
                    used.update(f"{node.target}.{name}" for name, _ in _get_attr(self, node.target).named_modules() if name)
        for name in [name for name, _ in self.named_modules() if name and name not in used]:
            self.delete_submodule(name)

    def __copy__(self):
        return GraphModule(self, self.graph)

    def __deepcopy__(self, memo):
        return GraphModule(_copies(self, memo), copy.deepcopy(self.graph, memo), type(self).__name__)

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False, *, fast_sympy_print=False, expanded_def=False, additional_meta=None):
        code = self._graph.python_code("self", verbose=True, include_stride=include_stride, include_device=include_device, colored=colored, expanded_def=expanded_def, additional_meta=additional_meta).src
        text = _addindent(f"class {self._get_name()}(torch.nn.Module):\n" + code.lstrip("\n"), 4) + _addindent("", 4)
        if print_output:
            print(text)
        return text

    def __str__(self):
        return "\n".join([super().__str__(), self._code, "# To see more debug info, please use `graph_module.print_readable()`"])


def _copies(gm, memo):
    plain = Module()
    plain.training = gm.training
    for own in ("_parameters", "_buffers", "_modules"):
        plain.__dict__[own] = copy.deepcopy(gm.__dict__[own], memo)
    return plain
