"""Records what `torch.compile` does: a row for each compiled function, in order of its first call.

`torch.compile` is replaced by one that hands every graph to a recording back end (AOTAutograd, no decomposition) and
counts the calls. Breaks and recompiles come from Dynamo's own logs, see dynamo_log.py. A row is PyTorch's view of one
*call site of the compiled callable*; resumed parts and inlined frames belong to the row whose call is running.
"""

import functools
import logging
import traceback

import torch
import torch._dynamo
import torch._dynamo.convert_frame as convert_frame
from functorch.compile import make_boxed_func
from torch._dynamo.exc import RestartAnalysis
from torch._functorch.aot_autograd import aot_module_simplified

from program import def_lines
from .dynamo_log import LOGGERS, read_break, read_recompile


def operator_names(graph_module):
    """Overloads and higher-order operators of a graph, in order; `getitem` and Python arithmetic are neither."""
    names = []
    for node in graph_module.graph.nodes:
        if node.op != "call_function":
            continue
        if isinstance(node.target, torch._ops.OpOverload):
            names.append(str(node.target))
        elif isinstance(node.target, torch._ops.HigherOrderOperator):
            names.append(node.target.__name__)
    return names


def traced_function(fn):
    """The function whose frame Dynamo will trace, and the module it belongs to if any."""
    module = fn if isinstance(fn, torch.nn.Module) else getattr(fn, "__self__", None)
    if not isinstance(module, torch.nn.Module):
        return fn, None
    through_call = getattr(fn, "__name__", "") in ("", "_call_impl", "__call__", "_wrapped_call_impl")
    return (type(module).forward if fn is module or through_call else fn), module


class Row:
    """One compiled callable."""

    def __init__(self, fn, path, defs):
        target, module = traced_function(fn)
        code = getattr(getattr(target, "__func__", target), "__code__", None)
        self.name = getattr(target, "__name__", type(target).__name__)
        names = {getattr(target, "__qualname__", self.name)}
        if module is not None:
            names |= {type(module).__name__, f"{type(module).__name__}.{self.name}"}
        self.name_also = sorted(names - {self.name})
        first = code.co_firstlineno if code is not None and code.co_filename == path else None
        self.line = defs.get(first, first)
        self.line_also = [first] if first != self.line else []
        self.compiles, self.graphs, self.breaks, self.recompiles = [], [], [], []
        self.top_kept = None  # whether Dynamo kept code for the outermost frame of the first traced call

    def json(self):
        left_to_eager = self.top_kept is False
        row = {
            "name": self.name,
            "nameAlso": self.name_also,
            "line": self.line,
            "lineAlso": self.line_also,
            "compiles": self.compiles,
            "graphs": self.graphs,
            "breaks": self.breaks,
            "skipped": left_to_eager and not self.graphs,
            "recompiles": self.recompiles,
        }
        if left_to_eager and self.graphs:
            row["skippedAlso"] = [True]
        return row


class Frames(logging.Handler):
    def __init__(self, program):
        super().__init__()
        self.path = program.path
        self.defs = def_lines(program.source)
        self.rows, self.running, self.tracing, self.library_breaks = [], [], [], []
        self.stand_ins = {}

    # -- the recording back end

    def backend(self, graph_module, example_inputs, **_options):
        graph = {"ops": None}
        row = self.running[-1] if self.running else None
        if row is not None:
            row.compiles[-1] += 1
            row.graphs.append(graph)

        def forward(traced, _inputs):
            graph["ops"] = operator_names(traced)
            return make_boxed_func(traced.forward)

        def backward(traced, _inputs):
            graph["backward"] = operator_names(traced)
            return make_boxed_func(traced.forward)

        try:
            return aot_module_simplified(graph_module, example_inputs, fw_compiler=forward, bw_compiler=backward)
        except RestartAnalysis:
            # AOTAutograd asks Dynamo to trace again (a Python float became an input): not a graph of its own.
            if row is not None:
                row.compiles[-1] -= 1
                row.graphs[:] = [g for g in row.graphs if g is not graph]
            raise

    def recording(self, name):
        """The recording back end under the name of another, so that Dynamo tells them apart as it does those."""
        if name not in self.stand_ins:

            def backend(graph_module, example_inputs, **options):
                return self.backend(graph_module, example_inputs, **options)

            backend.__name__ = name
            self.stand_ins[name] = backend
        return self.stand_ins[name]

    # -- torch.compile

    def counted(self, row, call):
        @functools.wraps(call)
        def counted_call(*args, **kwargs):
            if row not in self.rows:
                self.rows.append(row)
            row.compiles.append(0)
            self.running.append(row)
            try:
                return call(*args, **kwargs)
            finally:
                self.running.pop()

        return counted_call

    def compile(self, model=None, **options):
        if model is None:
            return lambda fn: self.compile(fn, **options)
        options.pop("mode", None)
        given = options.get("backend") or "inductor"
        if given in ("inductor", "aot_eager", "neuron"):
            options["backend"] = self.recording(given)
        optimized = self.real_compile(model, **options)
        row = Row(model, self.path, self.defs)
        if isinstance(optimized, torch.nn.Module):
            optimized.forward = self.counted(row, optimized.forward)
            return optimized
        call = self.counted(row, optimized)
        # Traced from another compiled function, the wrapper must not be seen: Dynamo looks through this attribute.
        call._torchdynamo_inline = getattr(optimized, "_torchdynamo_inline", model)
        return call

    # -- Dynamo's frames and logs

    def watch_frames(self):
        convert = convert_frame.CatchErrorsWrapper.__call__

        def watched(wrapper, frame, cache_entry, frame_state):
            code = frame.f_code
            row = self.running[-1] if self.running else None
            self.tracing.append(code)
            try:
                result = convert(wrapper, frame, cache_entry, frame_state)
                if row is not None and row.top_kept is None and code.co_filename == self.path:
                    row.top_kept = getattr(result, "guarded_code", None) is not None
                return result
            finally:
                self.tracing.pop()

        convert_frame.CatchErrorsWrapper.__call__ = watched

    def emit(self, record):
        try:
            self.read(record)
        except Exception:  # a logging handler must not raise into the program
            traceback.print_exc()

    def read(self, record):
        if not self.running:
            return
        row = self.running[-1]
        recompile = read_recompile(record)
        if recompile is not None:
            where, guards = recompile
            if self.path in where:
                guard, *also = guards or [""]
                row.recompiles.append({"call": len(row.compiles), "guard": guard, "guardAlso": also})
            return
        found = read_break(record, self.path)
        if not self.tracing or self.tracing[-1].co_filename != self.path:
            self.library_breaks.append(found)
        elif not any((b["line"], b["id"]) == (found["line"], found["id"]) for b in row.breaks):
            row.breaks.append(found)

    # -- the pass

    def start(self):
        self.real_compile = torch.compile
        replacement = self.compile
        torch.compile = lambda model=None, **options: replacement(model, **options)
        torch.compile.__name__ = "compile"
        self.watch_frames()
        torch._logging.set_logs(graph_breaks=True, recompiles=True)
        for name in LOGGERS:
            logging.getLogger(name).addHandler(self)

    def stop(self):
        pass

    def result(self):
        return {"frames": [row.json() for row in self.rows], "libraryBreaks": self.library_breaks}
