"""torch.jit: a scripted or traced function runs as it is written, with its rows on the line that calls it.

PyTorch compiles it; results agree but for the last digit. The rows are those of the function without TorchScript: PyTorch
orders and fuses some of them anew, and more from the second call on. Leaves out: the compiled text and graph, files of compiled code, what TorchScript would not take.
"""
import torch
from torch._C._script import hidden
from torch.nn import Module

_state = {"script": 0, "trace": 0}


def is_scripting():
    return _state["script"] > 0


def is_tracing():
    return _state["trace"] > 0


class _Inside:
    def __init__(self, what, on=True):
        self.what = what
        self.on = on

    def __enter__(self):
        self.before = _state[self.what]
        _state[self.what] = self.before + 1 if self.on else 0

    def __exit__(self, *exc):
        _state[self.what] = self.before


def _outside(fn):
    def plain(*args, **kwargs):
        with _Inside("script", False):
            return fn(*args, **kwargs)
    plain.__name__ = fn.__name__
    return plain


def ignore(drop=False, **kwargs):
    if callable(drop):
        return _outside(drop)
    return _outside


unused = ignore


def export(fn):
    return fn


def script_method(fn):
    return fn


def interface(obj):
    return obj


def script_if_tracing(fn):
    return fn


def _overload_method(func):
    # Marks a signature for TorchScript; the last definition of the method is what Python runs.
    return func


_overload = _script_if_tracing = script_if_tracing


def annotate(the_type, the_value):
    return the_value


def Attribute(value, type):
    return value


def isinstance(obj, target_type):
    if obj.__class__ in (list, dict, tuple) or not _type(target_type):
        torch._C._refuse("torch.jit.isinstance of a container")
    return issubclass(obj.__class__, target_type)


def _type(kind):
    return kind.__class__ is type


class Final:
    def __class_getitem__(cls, item):
        return cls


class TracerWarning(Warning):
    pass


class CompilationUnit:
    def __init__(self, *args, **kwargs):
        torch._C._refuse("TorchScript text")


class ScriptFunction:
    def __init__(self, fn, what):
        self._fn = hidden(fn)
        self._what = what
        self.__name__ = self.name = fn.__name__
        self.__doc__ = fn.__doc__
        self.__wrapped__ = fn

    def __call__(self, *args, **kwargs):
        with _Inside(self._what, self._what == "script"):
            return self._fn(*args, **kwargs)

    @property
    def graph(self):
        torch._C._refuse("the graph of TorchScript")

    code = schema = graph

    def save(self, *args, **kwargs):
        torch._C._refuse("files of TorchScript")

    def graph_for(self, *args, **kwargs):
        torch._C._refuse("the graph of TorchScript")


class ScriptModule(Module):
    """What a program derives from itself: its forward is that of its class."""

    @property
    def graph(self):
        torch._C._refuse("the graph of TorchScript")

    code = inlined_graph = graph

    def save(self, *args, **kwargs):
        torch._C._refuse("files of TorchScript")


class RecursiveScriptModule(ScriptModule):
    """Another face of a module: parameters, buffers and children are the same, and its own methods run."""

    def __init__(self, module):
        super().__init__()
        own = self.__dict__
        own["_plain"] = module
        for name in ("_parameters", "_buffers", "_non_persistent_buffers_set"):
            own[name] = module.__dict__[name]
        own["training"] = module.training
        own["original_name"] = type(module).__name__
        for name, child in module._modules.items():
            self._modules[name] = None if child is None else type(self)(child)

    def forward(self, *args, **kwargs):
        what = self._what
        with _Inside(what, what == "script"):
            return hidden(type(self._plain).forward)(self._plain, *args, **kwargs)

    _what = "script"

    def __getattr__(self, name):
        own = self.__dict__
        for kind in ("_parameters", "_buffers", "_modules"):
            if name in own.get(kind, ()):
                return own[kind][name]
        if "_plain" not in own:
            raise AttributeError(name)
        return getattr(own["_plain"], name)

    def train(self, mode=True):
        self._plain.train(mode)
        return super().train(mode)

    def _get_name(self):
        return "RecursiveScriptModule"

    def extra_repr(self):
        return "original_name=" + self.original_name

    def __len__(self):
        return len(self._plain)

    def __iter__(self):
        return iter(self._modules.values())

    def __getitem__(self, index):
        return list(self._modules.values())[index] if index.__class__ is int else self._modules[index]


class TracedModule(RecursiveScriptModule):
    _what = "trace"

    def _get_name(self):
        return self.original_name


class TopLevelTracedModule(TracedModule):
    def __init__(self, module):
        super().__init__(module)
        for name, child in module._modules.items():
            self._modules[name] = None if child is None else TracedModule(child)


def script(obj, optimize=None, _frames_up=0, _rcb=None, example_inputs=None):
    if issubclass(obj.__class__, (ScriptModule, ScriptFunction)):
        return obj
    if issubclass(obj.__class__, Module):
        return RecursiveScriptModule(obj)
    if issubclass(obj.__class__, type):
        if issubclass(obj, Module):
            raise RuntimeError(f"Type '{obj}' cannot be compiled since it inherits from nn.Module, consider passing an instance instead")
        return obj
    if hasattr(obj, "__func__") or not hasattr(obj, "__code__"):
        torch._C._refuse("TorchScript of this kind of object")
    return ScriptFunction(obj, "script")


def _copied(args):
    if issubclass(args.__class__, torch.Tensor):
        return args.detach().clone()
    if issubclass(args.__class__, (tuple, list)):
        return type(args)(_copied(a) for a in args)
    return args


def _results(made):
    if issubclass(made.__class__, torch.Tensor):
        return [made]
    if issubclass(made.__class__, dict):
        made = made.values()
    return [t for m in made for t in _results(m)] if issubclass(made.__class__, (tuple, list)) else []


def _same(made, wanted, tolerance):
    for a, b in zip(_results(made), _results(wanted)):
        torch.testing.assert_close(a.double(), b.double(), rtol=tolerance, atol=1e-5, equal_nan=True)


def _check(run, fn, again, args, tolerance):
    """`_check_trace` of torch/jit/_trace.py: what was traced, the function itself and a second trace are compared."""
    with torch.no_grad():
        made = run(*_copied(args))
        _same(fn(*_copied(args)), made, tolerance)
        _same(again(*_copied(args)), made, tolerance)


def trace(func, example_inputs=None, optimize=None, check_trace=True, check_inputs=None, check_tolerance=1e-5, strict=True,
          _force_outplace=False, _module_class=None, _compilation_unit=None, example_kwarg_inputs=None, _store_inputs=True):
    if issubclass(func.__class__, (ScriptModule, ScriptFunction)):
        return func
    if example_kwarg_inputs is not None or check_inputs is not None:
        torch._C._refuse("these arguments of torch.jit.trace")
    args = example_inputs if issubclass(example_inputs.__class__, (tuple, list)) else (example_inputs,)
    made = TopLevelTracedModule(func) if issubclass(func.__class__, Module) else ScriptFunction(func, "trace")
    with _Inside("trace"):
        func(*args)
    if check_trace:
        copies = _copied(args)
        with torch.no_grad(), _Inside("trace"):
            func(*copies)
        _check(made, func, made, args, check_tolerance)
    return made


def freeze(mod, preserved_attrs=None, optimize_numerics=True, preserve_parameters=False):
    if not issubclass(mod.__class__, ScriptModule):
        raise RuntimeError("Freezing expects a ScriptModule as input. Please use torch.jit.script or torch.jit.trace to script your 'nn.Module'.")
    if mod.training:
        raise RuntimeError("Freezing is currently only implemented for modules in eval mode. Please call .eval() on your module before freezing.")
    return mod


def optimize_for_inference(mod, other_methods=None):
    return freeze(mod) if mod.training is False else mod


class optimized_execution:
    def __init__(self, should_optimize):
        pass

    def __enter__(self):
        pass

    def __exit__(self, *exc):
        pass


def fuser(name):
    return optimized_execution(True)


def set_fusion_strategy(strategy):
    return []


def enable_onednn_fusion(enabled):
    pass


def _refuse(*args, **kwargs):
    torch._C._refuse("files of TorchScript")


trace_module = load = save = fork = wait = _refuse
