"""Symbolic tracing: a function is run with proxies, a module's call is one node where the module is a leaf
(torch/fx/_symbolic_trace.py). Leaves out: functions with *args or **kwargs, concrete arguments with structure."""
import builtins
import inspect
import math
import sys
import torch
from torch._C import _overrides, _refuse
from torch.fx.graph import Graph
from torch.fx.graph_module import GraphModule
from torch.fx.node import map_aggregate
from torch.fx.proxy import ParameterProxy, Proxy, TracerBase

# Names of functions that stay whole, with the module they are looked up in.
_wrapped = {}


def wrap(fn_or_name):
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    named = isinstance(fn_or_name, str)
    module = sys.modules["__main__" if named else getattr(fn_or_name, "__module__", "__main__")]
    _wrapped[(module.__name__, fn_or_name if named else fn_or_name.__name__)] = module
    return fn_or_name


def _find_proxy(*objects):
    found = []

    def look(x):
        if isinstance(x, Proxy):
            found.append(x)

    map_aggregate(objects, look)
    return found[-1] if found else None


def _whole(orig):
    def wrapped(*args, **kwargs):
        proxy = _find_proxy(args, kwargs)
        if proxy is None:
            return orig(*args, **kwargs)
        made = proxy.tracer.create_proxy("call_function", orig, args, kwargs)
        made.node.meta["is_wrapped"] = True
        return made

    return wrapped


class _Patches:
    def __init__(self):
        self.made = []

    def put(self, owner, name, value):
        self.made.append((owner, name, owner.__dict__.get(name), name in owner.__dict__))
        setattr(owner, name, value)

    def undo(self):
        for owner, name, value, there in reversed(self.made):
            setattr(owner, name, value) if there else delattr(owner, name)


class Tracer(TracerBase):
    def __init__(self, autowrap_modules=(math,), autowrap_functions=(), param_shapes_constant=False):
        super().__init__()
        self._autowrap_modules = autowrap_modules
        self._autowrap_functions = list(autowrap_functions)
        for m in autowrap_modules:
            self._autowrap_functions += [getattr(m, n) for n in dir(m) if not n.startswith("_") and callable(getattr(m, n))]
        self.param_shapes_constant = param_shapes_constant
        self.submodule_paths = None
        self.root_module_name = ""

    def get_fresh_qualname(self, prefix):
        i = 0
        while hasattr(self.root, f"{prefix}{i}"):
            i += 1
        return f"{prefix}{i}"

    def create_arg(self, a):
        if isinstance(a, torch.nn.Parameter):
            for n, p in self.root.named_parameters():
                if a is p:
                    return self.create_node("get_attr", n, (), {})
            raise NameError("parameter is not a member of this module")
        if isinstance(a, (torch.Tensor, torch.nn.Module)):
            for n, p in self.root.named_buffers() if isinstance(a, torch.Tensor) else self.root.named_modules():
                if a is p:
                    return self.create_node("get_attr", n, (), {})
        if isinstance(a, tuple) and hasattr(a, "_fields"):
            return self.create_node("call_function", type(a), tuple(self.create_arg(x) for x in a), {})
        if isinstance(a, torch.Tensor):
            name = self.tensor_attrs.get(a)
            if not name:
                name = self.tensor_attrs[a] = self.get_fresh_qualname("_tensor_constant")
                setattr(self.root, name, a)
            return self.create_node("get_attr", name, (), {})
        return super().create_arg(a)

    def is_leaf_module(self, m, module_qualified_name):
        return m.__module__.startswith("torch.nn") and not isinstance(m, torch.nn.Sequential)

    def path_of_module(self, mod):
        for n, m in self.root.named_modules():
            if m is mod:
                return n
        raise NameError("module is not installed as a submodule")

    def call_module(self, m, forward, args, kwargs):
        name = self.path_of_module(m)
        if self.is_leaf_module(m, name):
            return self.create_proxy("call_module", name, args, kwargs)
        return forward(*args, **kwargs)

    def getattr(self, attr, attr_val, parameter_proxy_cache):
        if isinstance(attr_val, torch.nn.Parameter):
            named = self.root.named_parameters()
        elif self.proxy_buffer_attributes and isinstance(attr_val, torch.Tensor):
            named = self.root.named_buffers()
        else:
            return attr_val
        for n, p in named:
            if attr_val is p:
                if n not in parameter_proxy_cache:
                    special = (lambda node: ParameterProxy(self, node, n, attr_val)) if self.param_shapes_constant else None
                    parameter_proxy_cache[n] = self.create_proxy("get_attr", n, (), {}, proxy_factory_fn=special)
                return parameter_proxy_cache[n]
        return attr_val

    def create_args_for_root(self, root_fn, is_module, concrete_args=None):
        parameters = list(inspect.signature(root_fn).parameters.values())
        if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in parameters):
            _refuse("symbolic tracing of a function with *args or **kwargs")
        args = []
        if is_module:
            args.append(self.root)
            parameters = parameters[1:]
        if isinstance(concrete_args, tuple):
            if len(parameters) != len(concrete_args):
                raise RuntimeError(f"Tracing expected {len(parameters)} arguments but got {len(concrete_args)} concrete arguments")
            concrete_args = dict(zip([p.name for p in parameters], concrete_args))
        given = [(p, self._placeholder(p, root_fn, concrete_args or {})) for p in parameters]
        args += [v for p, v in given if p.kind is not p.KEYWORD_ONLY]
        only = {p.name: v for p, v in given if p.kind is p.KEYWORD_ONLY}
        return (lambda *a: root_fn(*a, **only)) if only else root_fn, args

    def _placeholder(self, p, root_fn, concrete_args):
        default = () if p.default is p.empty else (p.default,)
        if p.name not in concrete_args:
            return self.create_proxy("placeholder", p.name, default, {}, type_expr=root_fn.__annotations__.get(p.name))
        x = concrete_args[p.name]
        out = self.create_proxy("placeholder", f"{p.name}_1", default, {})
        if isinstance(x, (bool, int, float, str, complex)):
            torch._assert(out == x, f"{p.name} has been specialized to have value {x} but got another value")
        elif x is None:
            message = f"{p.name} has been specialized to have value None but got another value"
            self.create_proxy("call_function", _assert_is_none, (out, message), {})
        else:
            _refuse(f"concrete arguments of type {type(x).__name__} in symbolic tracing")
        return x

    def trace(self, root, concrete_args=None):
        is_module = isinstance(root, torch.nn.Module)
        if is_module:
            self.root = root
            fn = getattr(type(root), self.traced_func_name)
            self.root_module_name = root._get_name()
            self.submodule_paths = {m: n for n, m in root.named_modules()}
        else:
            self.root = torch.nn.Module()
            fn = root
        self.graph = Graph(tracer_cls=type(self))
        self.tensor_attrs = {}
        for path, m in self.root.named_modules():
            for k, v in m.__dict__.items():
                if isinstance(v, torch.Tensor):
                    self.tensor_attrs[v] = f"{path}.{k}" if path else k
        annotations = fn.__annotations__
        names = sys.modules.get(fn.__module__)
        _overrides.install()
        fn, args = self.create_args_for_root(fn, is_module, concrete_args)
        patches = _Patches()
        try:
            self._patch(patches, names)
            result = fn(*args)
            self.create_node("output", "output", (self.create_arg(result),), {}, type_expr=annotations.get("return"))
        finally:
            patches.undo()
        self.submodule_paths = None
        return self.graph

    def _patch(self, patches, names):
        Module = torch.nn.Module
        get, call = Module.__getattr__, Module.__call__
        cache = {}

        def module_getattr(mod, attr):
            return self.getattr(attr, get(mod, attr), cache)

        def module_call(mod, *args, **kwargs):
            return self.call_module(mod, lambda *a, **k: call(mod, *a, **k), args, kwargs)

        patches.put(Module, "__getattr__", module_getattr)
        patches.put(Module, "__call__", module_call)
        for (_, name), module in list(_wrapped.items()):
            orig = getattr(module, name, None) or getattr(builtins, name)
            patches.put(module, name, _whole(orig))
        for module in [names, *self._autowrap_modules]:
            for name, value in list(module.__dict__.items()) if module is not None else []:
                if not name.startswith("_") and callable(value) and any(value is f for f in self._autowrap_functions):
                    patches.put(module, name, _whole(value))


def _assert_is_none(value, msg):
    if value is not None:
        raise AssertionError(msg)


def symbolic_trace(root, concrete_args=None):
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    return GraphModule(tracer.root, graph, type(root).__name__ if isinstance(root, torch.nn.Module) else root.__name__)
