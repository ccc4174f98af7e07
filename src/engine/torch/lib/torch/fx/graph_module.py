"""A module that runs a graph (torch/fx/graph_module.py): as it was captured, or node by node once a program recompiled it."""
import torch
from torch.fx.graph import Graph
from torch.fx.node import map_arg
from torch.nn.modules.module import Module, _addindent


class GraphModule(Module):
    def __init__(self, root, graph, class_name="GraphModule"):
        super().__init__()
        self.__dict__["_run"] = None
        if isinstance(root, Module):
            self.training = root.training
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module"):
                    torch._C._refuse("a GraphModule with modules or attributes of its own")
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

    def forward(self, *args):
        if self._run is not None:
            return self._run(*args)
        given = iter(args)
        values = {}
        for n in self._graph._list:
            if n.op == "placeholder":
                values[n] = next(given) if not n.args else next(given, n.args[0])
                continue
            a = map_arg(n.args, values.__getitem__)
            k = map_arg(n.kwargs, values.__getitem__)
            if n.op == "output":
                return a[0]
            values[n] = getattr(a[0], n.target)(*a[1:], **k) if n.op == "call_method" else n.target(*a, **k)

    def print_readable(self, print_output=True, include_stride=False, include_device=False, colored=False, *, fast_sympy_print=False, expanded_def=False, additional_meta=None):
        code = self._graph.python_code("self", verbose=True, include_stride=include_stride, include_device=include_device, colored=colored, expanded_def=expanded_def, additional_meta=additional_meta).src
        text = _addindent(f"class {self._get_name()}(torch.nn.Module):\n" + code.lstrip("\n"), 4) + _addindent("", 4)
        if print_output:
            print(text)
        return text

    def __str__(self):
        return "\n".join([super().__str__(), self._code, "# To see more debug info, please use `graph_module.print_readable()`"])
