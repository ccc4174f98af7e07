"""A captured graph from the events of its trace: inputs, calls, names that results were given (output_graph.py)."""
import operator
import traceback
import torch
import torch.nn.functional
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_aggregate


def build(inputs, events, outputs, run, ref, grad_enabled, why):
    graph = Graph()
    nodes = []
    for name, example in inputs:
        node = graph.placeholder(name, type_expr=type(example))
        node.meta["example_value"] = example
        nodes.append(node)

    def known(a):
        return map_aggregate(a, lambda x: nodes[x.at] if type(x) is ref else x)

    for kind, *event in events:
        if kind == "name":
            nodes[event[0]]._rename(event[1])
            continue
        target, args, kwargs, example, trace = event
        node = graph.create_node(kind, target, known(args), known(kwargs))
        if example is not None:
            node.meta["example_value"] = example
        if trace:
            node.meta["stack_trace"] = trace
        nodes.append(node)
    graph.output(known(outputs))
    for node in reversed(list(graph.nodes)):
        if not node.users and (node.op == "placeholder" or node.target is operator.getitem):
            graph.erase_node(node)
    _without_empty_modes(graph, grad_enabled)
    gm = GraphModule(torch.nn.Module(), graph)
    gm.__dict__["_run"] = run
    gm.compile_subgraph_reason = GraphCompileReason(why)
    return gm


def _without_empty_modes(graph, enabled):
    switch = torch._set_grad_enabled
    nodes = list(graph.nodes)
    for a, b in zip(nodes, nodes[1:]):
        if a.target is switch and a.args == (not enabled,) and not a._erased:
            enabled = a.args[0]
            if b.target is switch and b.args == (not enabled,) and not b._erased:
                enabled = b.args[0]
                graph.erase_node(a)
                graph.erase_node(b)


class GraphCompileReason:
    # Why the graph ends (torch/_dynamo/output_graph.py): `why` has the words and the frames of a break.
    def __init__(self, why):
        self.graph_break = why is not None
        self._why = why

    @property
    def reason(self):
        if self._why is None:
            return "return_value"
        if self._why[0] is None:
            torch._C._refuse("the words on this kind of graph break")
        return self._why[0]

    @property
    def user_stack(self):
        if self._why is None or not self._why[1]:
            torch._C._refuse("the user stack of a graph that ends without a break" if self._why is None else "the user stack of this kind of graph break")
        return traceback.StackSummary(traceback.FrameSummary(*row[:3], line=row[3]) for row in self._why[1])

    def __repr__(self):
        return f"GraphCompileReason(reason={self.reason!r}, user_stack={self.user_stack!r}, graph_break={self.graph_break})"


class Unexplained:
    # What a back end is given where the nodes are not modelled: it can be called.
    def __init__(self, run, why):
        self._run = run
        self._why = why

    def forward(self, *args):
        return self._run(*args)

    def __call__(self, *args):
        return self._run(*args)

    def __getattr__(self, name):
        torch._C._refuse(f"GraphModule.{name}: the nodes of a graph with {self._why}")


Unexplained.__name__ = Unexplained.__qualname__ = "GraphModule"
