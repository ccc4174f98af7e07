"""Objects that stand for values while a function is traced: what is asked of them becomes a node (torch/fx/proxy.py).
Records no stack traces and no asserts."""
import dataclasses
import enum
import operator
import torch
from torch._C import _overrides
from torch.fx.node import Node, map_aggregate, map_arg

_PLAIN = (str, int, float, bool, complex, torch.dtype, torch.Tensor, torch.device, torch.memory_format, torch.layout, enum.Enum)


class TraceError(ValueError):
    pass


class TracerBase:
    record_stack_traces = False
    check_mutable_operations = False
    trace_asserts = False
    proxy_buffer_attributes = False
    traced_func_name = "forward"

    def create_node(self, kind, target, args, kwargs, name=None, type_expr=None):
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def proxy(self, node):
        return Proxy(node, self)

    def create_proxy(self, kind, target, args, kwargs, name=None, type_expr=None, proxy_factory_fn=None):
        node = self.create_node(kind, target, self.create_arg(args), self.create_arg(kwargs), name, type_expr)
        return proxy_factory_fn(node) if proxy_factory_fn else self.proxy(node)

    def create_arg(self, a):
        if isinstance(a, Proxy):
            return a.node
        if isinstance(a, tuple):
            made = [self.create_arg(x) for x in a]
            return type(a)(*made) if hasattr(a, "_fields") else type(a)(made)
        if isinstance(a, list):
            return [self.create_arg(x) for x in a]
        if isinstance(a, dict):
            return {self._key(k): self.create_arg(v) for k, v in a.items()}
        if isinstance(a, (slice, range)):
            return type(a)(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if dataclasses.is_dataclass(a):
            return self.create_node("call_function", type(a), (), {f.name: self.create_arg(getattr(a, f.name)) for f in dataclasses.fields(a)})
        if isinstance(a, _PLAIN) or a is None or a is ...:
            return a
        raise NotImplementedError(f"argument of type: {type(a)}")

    def _key(self, k):
        def no_node(n):
            raise RuntimeError(f"Keys for dictionaries used as an argument cannot contain a Node. Got key: {n}")

        if not isinstance(k, str):
            k = self.create_arg(k)
            map_arg(k, no_node)
        return k

    def to_bool(self, obj):
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj):
        raise TraceError(
            "Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or **kwargs "
            "function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types of control flow "
            "can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors"
        )

    def keys(self, obj):
        return Attribute(obj, "keys")()


class GraphAppendingTracer(TracerBase):
    def __init__(self, graph):
        super().__init__()
        _overrides.install()
        self.graph = graph


class Proxy:
    def __init__(self, node, tracer=None):
        self.tracer = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self):
        return f"Proxy({self.node.name})"

    def __getattr__(self, k):
        return Attribute(self, k)

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", "__call__", (self,) + args, kwargs)

    def __iter__(self):
        n = _overrides.unpacked()
        if n >= 0:
            return (self[i] for i in range(n))
        return self.tracer.iter(self)

    def __abs__(self):
        return self.tracer.create_proxy("call_function", operator.abs, (self,), {})

    def __bool__(self):
        return self.tracer.to_bool(self)

    def keys(self):
        return self.tracer.keys(self)

    def __len__(self):
        raise RuntimeError(
            "'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
            "torch.fx.wrap('len') at module scope"
        )

    @classmethod
    def __torch_function__(cls, orig_method, types, args=None, kwargs=None):
        args, kwargs = args or (), kwargs or {}
        tracers = {}

        def find(a):
            if isinstance(a, cls):
                tracers[a.tracer] = None

        map_aggregate(args, find)
        map_aggregate(kwargs, find)
        if len(tracers) > 1:
            raise RuntimeError(f"Found multiple different tracers {list(tracers)} while trying to trace operations {orig_method}")
        tracer = next(iter(tracers))
        if _overrides.is_method(orig_method):
            return tracer.create_proxy("call_method", orig_method.__name__, args, kwargs)
        return tracer.create_proxy("call_function", orig_method, args, kwargs, name=tracer.graph._target_to_str(orig_method.__name__))


class Attribute(Proxy):
    # A method call needs no node for the method: it is made where the attribute itself is used.
    def __init__(self, root, attr):
        self.root = root
        self.attr = attr
        self.tracer = root.tracer
        self._node = None

    @property
    def node(self):
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args, **kwargs):
        return self.tracer.create_proxy("call_method", self.attr, (self.root,) + args, kwargs)


class ParameterProxy(Proxy):
    def __init__(self, tracer, node, name, param):
        super().__init__(node, tracer)
        self.param = param
        self.name = name

    def __repr__(self):
        return f"ParameterProxy({self.name})"

    @property
    def shape(self):
        return self.param.shape

    @property
    def ndim(self):
        return self.param.ndim

    def size(self):
        return self.param.size()

    def dim(self):
        return self.param.dim()

    def numel(self):
        return self.param.numel()

    nelement = numel


def _operator(name, reflected):
    target = getattr(operator, name)

    def plain(*args, **kwargs):
        return args[0].tracer.create_proxy("call_function", target, args, kwargs)

    def swapped(self, rhs):
        return self.tracer.create_proxy("call_function", target, (rhs, self), {})

    short = name.strip("_")
    setattr(Proxy, f"__{short}__", plain)
    if reflected:
        setattr(Proxy, f"__r{short}__", swapped)


for _name in ("eq", "ne", "lt", "gt", "le", "ge", "pos", "neg", "invert", "getitem"):
    _operator(_name, False)
for _name in ("add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "matmul"):
    _operator(_name, True)
