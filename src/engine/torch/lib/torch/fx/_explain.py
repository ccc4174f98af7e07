"""`torch._dynamo.explain`: the graphs of a call, their operators and breaks (torch/_dynamo/eval_frame.py, backends/debugging.py).

Leaves out guards as Dynamo's objects and compile times, and with them the text of all."""
import warnings
import torch
import torch._dynamo
from torch._C import _refuse


class ExplainOutput:
    def __init__(self, graphs, break_reasons, ops_per_graph):
        self.graphs = graphs
        self.graph_count = len(graphs)
        self.graph_break_count = len(graphs) - 1
        self.break_reasons = break_reasons
        self.op_count = sum(len(ops) for ops in ops_per_graph)
        self.ops_per_graph = ops_per_graph

    def __getattr__(self, name):
        if name in ("out_guards", "compile_times"):
            _refuse(f"{name} of torch._dynamo.explain")
        raise AttributeError(f"'ExplainOutput' object has no attribute '{name}'")

    def __repr__(self):
        _refuse("the text of torch._dynamo.explain, which has compile times (print its graph_count, break_reasons or ops_per_graph)")


ExplainOutput.__module__ = "torch._dynamo.backends.debugging"


def explain(f, *extra_args, **extra_kwargs):
    def inner(*args, **kwargs):
        torch._dynamo.reset()
        graphs, break_reasons, ops_per_graph = [], [], []

        def accumulate(gm, example_inputs):
            graphs.append(gm)
            ops_per_graph.append([node.target for node in gm.graph.nodes if node.op == "call_function"])
            if gm.compile_subgraph_reason.graph_break:
                break_reasons.append(gm.compile_subgraph_reason)
            return gm.forward

        torch.compile(f, backend=accumulate)(*args, **kwargs)
        torch._dynamo.reset()
        return ExplainOutput(graphs, break_reasons, ops_per_graph)

    if extra_args or extra_kwargs:
        warnings.warn(
            "explain(f, *args, **kwargs) is deprecated, use explain(f)(*args, **kwargs) instead.  "
            "If you don't migrate, we may break your explain call in the future if your user defined kwargs "
            "conflict with future kwargs added to explain(f).",
            FutureWarning,
            stacklevel=2,
        )
        return inner(*extra_args, **extra_kwargs)
    return inner
