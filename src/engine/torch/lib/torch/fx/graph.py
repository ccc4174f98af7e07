"""Graphs as lists of nodes, and the Python text of one (torch/fx/graph.py). Code generators of a program's own are not here."""
import builtins
import inspect
import keyword
import re
import torch
from torch.fx.node import Node, map_arg, own_name, qualified_name, type_text, target_text

_OPS = ("call_function", "call_method", "get_attr", "call_module", "placeholder", "output")
_NAME = re.compile(r"^([a-zA-Z_][0-9a-zA-Z_]*?)(?:_(\d+))?$")
_SHORT = {
    "bfloat16": "bf16", "float64": "f64", "float32": "f32", "float16": "f16", "complex64": "c64", "complex128": "c128",
    "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64", "bool": "b8", "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64",
}
_INFIX = {
    "eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=", "ge": ">=", "add": "+", "sub": "-", "mul": "*", "floordiv": "//", "truediv": "/",
    "mod": "%", "pow": "**", "lshift": "<<", "rshift": ">>", "and_": "&", "or_": "|", "xor": "^", "matmul": "@",
}
_PREFIX = {"pos": "+", "neg": "-", "invert": "~"}
_IN_PLACE = {
    "iadd": "+", "iand": "&", "ifloordiv": "//", "ilshift": "<<", "imod": "%", "imul": "*", "imatmul": "@", "ior": "|", "ipow": "**",
    "irshift": ">>", "isub": "-", "itruediv": "/", "ixor": "^",
}


def _illegal(name):
    return keyword.iskeyword(name) or hasattr(builtins, name)


class _Namespace:
    def __init__(self):
        self._used_names = set()
        self._base_count = {}

    def create_name(self, candidate, obj):
        if not _NAME.match(candidate):
            candidate = re.sub("[^0-9a-zA-Z_]+", "_", candidate) or "_unnamed"
            if candidate[0].isdigit():
                candidate = f"_{candidate}"
        base, num = _NAME.match(candidate).group(1, 2)
        if num is None or candidate in self._used_names:
            num = self._base_count.get(base, 0)
            if _illegal(candidate):
                num += 1
                candidate = f"{base}_{num}"
        else:
            num = int(num)
        while candidate in self._used_names:
            num += 1
            candidate = f"{base}_{num}"
        self._used_names.add(candidate)
        self._base_count[base] = num
        return candidate


def _snake(s):
    out = [s[0].lower()]
    for before, c in zip(s, s[1:]):
        if c.isupper() and not (before.isupper() or before == "_"):
            out.append("_")
        out.append(c.lower())
    return "".join(out)


class _Nodes:
    def __init__(self, graph):
        self._graph = graph

    def __len__(self):
        return len(self._graph._list)

    def __iter__(self):
        # A node that goes while one walks over the graph is not met any more, one that comes is.
        nodes = self._graph._list
        seen = None
        i = 0
        while i < len(nodes):
            seen = nodes[i]
            yield seen
            i = (nodes.index(seen) if not seen._erased else self._graph._gone[seen] - 1) + 1

    def __reversed__(self):
        return reversed(list(self._graph._list))


class _At:
    def __init__(self, graph, at):
        self.graph = graph
        self.at = at

    def __enter__(self):
        self.before, self.graph._at = self.graph._at, self.at

    def __exit__(self, *exc):
        self.graph._at = self.before


class PythonCode:
    def __init__(self, src):
        self.src = src
        self.globals = {}


class Graph:
    def __init__(self, owning_module=None, tracer_cls=None, tracer_extras=None):
        self._list = []
        self._gone = {}
        self._names = _Namespace()
        # Where nodes go: before this one; None: to the end.
        self._at = None
        self.owning_module = owning_module
        self._tracer_cls = tracer_cls

    @property
    def nodes(self):
        return _Nodes(self)

    def _beside(self, node, step):
        at = self._list.index(node) + step
        return self._list[at] if 0 <= at < len(self._list) else None

    def _move(self, x, node, after):
        if x in self._list:
            self._list.remove(x)
        self._list.insert(self._list.index(node) + after, x)

    def find_nodes(self, *, op, target=None, sort=True):
        return [n for n in self._list if n.op == op and (target is None or n.target == target)]

    def create_node(self, op, target, args=None, kwargs=None, name=None, type_expr=None):
        assert op in _OPS
        name = self._names.create_name(name if name is not None else self._target_to_str(target), None)
        n = Node(self, name, op, target, () if args is None else args, {} if kwargs is None else kwargs, type_expr)
        self._list.insert(len(self._list) if self._at is None else self._list.index(self._at), n)
        return n

    def _target_to_str(self, target):
        if callable(target):
            text = own_name(target)[1]
        else:
            text = target[2:-2] if target.startswith("__") and target.endswith("__") else target
        return _snake(text)

    def placeholder(self, name, type_expr=None, default_value=inspect.Signature.empty):
        return self.create_node("placeholder", name, () if default_value is inspect.Signature.empty else (default_value,), {}, type_expr=type_expr)

    def get_attr(self, qualified_name, type_expr=None):
        return self.create_node("get_attr", qualified_name, (), {}, type_expr=type_expr)

    def call_function(self, the_function, args=None, kwargs=None, type_expr=None, name=None):
        return self.create_node("call_function", the_function, args, kwargs, name=name, type_expr=type_expr)

    def call_method(self, method_name, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_module(self, module_name, args=None, kwargs=None, type_expr=None):
        return self.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)

    def output(self, result, type_expr=None):
        return self.create_node("output", "output", (result,), {}, type_expr=type_expr)

    def output_node(self):
        return next(n for n in reversed(self._list) if n.op == "output")

    def node_copy(self, node, arg_transform=lambda x: x):
        n = self.create_node(node.op, node.target, map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform), node.name, node.type)
        n.meta = dict(node.meta)
        return n

    def graph_copy(self, g, val_map, return_output_node=False):
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                out = map_arg(node.args[0], lambda n: val_map[n])
                return (out, node) if return_output_node else out
            val_map[node] = self.node_copy(node, lambda n: val_map[n])

    def __deepcopy__(self, memo=None):
        g = Graph()
        out = g.graph_copy(self, val_map := {}, return_output_node=True)
        if out is not None:
            end = g.output(out[0], type_expr=out[1].type)
            end.meta = dict(out[1].meta)
        if memo is not None:
            memo.update({id(old): new for old, new in val_map.items()})
        return g

    def erase_node(self, to_erase):
        if len(to_erase.users) > 0:
            raise RuntimeError(f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: {to_erase.users}!")
        if to_erase._erased:
            return
        self._gone[to_erase] = self._list.index(to_erase)
        self._list.remove(to_erase)
        to_erase._erased = True
        to_erase._update((), {})

    def inserting_before(self, n=None):
        return _At(self, self._list[0] if n is None else n)

    def inserting_after(self, n=None):
        return _At(self, self._list[0] if n is None else self._beside(n, 1))

    def lint(self):
        seen = set()
        for node in self._list:
            if node.op not in _OPS:
                raise RuntimeError(f"Node {node} had unknown opcode {node.op}!")
            for x in node.all_input_nodes:
                if x not in seen:
                    raise RuntimeError(f"Argument '{x}' of Node '{node}' was used before it has been defined! Please check that Nodes in the graph are topologically ordered\n{self}")
            seen.add(node)

    def eliminate_dead_code(self, is_impure_node=None):
        self.lint()
        changed = False
        for node in reversed(list(self._list)):
            impure = is_impure_node(node) if is_impure_node is not None else node.is_impure()
            if not impure and len(node.users) == 0:
                self.erase_node(node)
                changed = True
        return changed

    def __str__(self):
        return "graph():" + "".join("\n    " + n.format_node() for n in self._list)

    def print_tabular(self):
        rows = [["opcode", "name", "target", "args", "kwargs"]]
        rows += [[str(x) for x in (n.op, n.name, n.target, n.args, n.kwargs)] for n in self._list]
        wide = [max(len(r[i]) + (2 if r is rows[0] else 0) for r in rows) for i in range(5)]
        rows.insert(1, ["-" * w for w in wide])
        print("\n".join("  ".join(c.ljust(w) for c, w in zip(r, wide)).rstrip() for r in rows))

    def python_code(self, root_module, *, verbose=False, include_stride=False, include_device=False, colored=False, expanded_def=False, record_func=False, additional_meta=None):
        if colored or expanded_def or additional_meta:
            torch._C._refuse("python_code(colored, expanded_def or additional_meta)")
        return PythonCode(_Writer(self, root_module, verbose, include_stride, include_device).text())


def _attribute(base, name):
    for e in name.split("."):
        base = f"{base}.{e}" if e.isidentifier() else f'getattr({base}, "{e}")'
    return base


def _global(f):
    name = qualified_name(f)
    return name if name.startswith("torch.") or "." not in name else name.replace(".", "_")


class _Writer:
    def __init__(self, graph, root, verbose, stride, device):
        self.graph, self.root, self.verbose, self.stride, self.device = graph, root, verbose, stride, device
        self.params = []
        self.body = []

    def arg(self, a):
        if isinstance(a, torch.Tensor):
            return f"torch.Tensor(size={list(a.size())}, dtype={str(a.dtype).split('.')[-1]})"
        if type(a) is torch.Size:
            a = tuple(a)
        if isinstance(a, tuple):
            return f"({self.arg(a[0])},)" if len(a) == 1 else "(" + ", ".join(self.arg(x) for x in a) + ")"
        if isinstance(a, list):
            return "[" + ", ".join(self.arg(x) for x in a) + "]"
        if isinstance(a, slice):
            return f"slice({self.arg(a.start)}, {self.arg(a.stop)}, {self.arg(a.step)})"
        return repr(a)

    def args(self, args, kwargs):
        return ", ".join([self.arg(a) for a in args] + [f"{k} = {self.arg(v)}" for k, v in kwargs.items()])

    def annotation(self, n):
        if self.verbose:
            v = n.meta.get("val", n.meta.get("tensor_meta", n.meta.get("example_value")))
            if isinstance(v, torch.Tensor):
                shape = lambda s: f"[{', '.join(str(x) for x in s)}]"
                dtype = str(v.dtype).split(".")[-1]
                return f': "{_SHORT[dtype]}{shape(v.shape)}{shape(v.stride()) if self.stride else ""}{v.device if self.device else ""}"'
        return "" if n.type is None else f" : {type_text(n.type)}"

    def place(self, n):
        trace = n.stack_trace
        if not trace:
            return "No stacktrace found for following nodes"
        lines = trace.strip().split("\n")
        file, line, name = re.match(r"^File \"(.+)\", line (\d+), in (.+)$", lines[-2].strip()).groups()
        return f"File: {file}:{line} in {name}, code: {lines[-1].strip()}"

    def call(self, n):
        if n.op == "call_method":
            return f"{_attribute(self.arg(n.args[0]), n.target)}({self.args(n.args[1:], n.kwargs)})"
        if n.op == "call_module":
            return f"{_attribute(self.root, n.target)}({self.args(n.args, n.kwargs)})"
        if n.op == "get_attr":
            return _attribute(self.root, n.target)
        f = n.target
        if f.__module__ == "_operator":
            given = [self.arg(a) for a in n.args]
            if f.__name__ in _INFIX:
                return f"{given[0]} {_INFIX[f.__name__]} {given[1]}"
            if f.__name__ in _PREFIX:
                return _PREFIX[f.__name__] + given[0]
            if f.__name__ == "getitem":
                return f"{given[0]}[{given[1]}]"
        if f is getattr and len(n.args) == 2 and isinstance(n.args[1], str) and n.args[1].isidentifier():
            return _attribute(self.arg(n.args[0]), n.args[1])
        return f"{_global(f)}({self.args(n.args, n.kwargs)})"

    def statement(self, n):
        if n.op == "placeholder":
            default = f" = {self.arg(n.args[0])}" if n.args else ""
            self.params.append(f"{n.target}{self.annotation(n)}{default}")
            return f"{n} = {n.target}" if n.target != n.name else None
        if n.op == "output":
            return f"return {self.arg(n.args[0])}"
        head = f"{n}{self.annotation(n)} = "
        if n.op == "call_function" and n.target.__module__ == "_operator":
            given = [self.arg(a) for a in n.args]
            if n.target.__name__ in _IN_PLACE:
                return f"{given[0]} {_IN_PLACE[n.target.__name__]}= {given[1]};  {head}{given[0]}"
            if n.target.__name__ == "setitem":
                return f"{given[0]}[{given[1]}] = {given[2]};  {head}{given[0]}"
        return head + self.call(n)

    def text(self):
        last = {}
        drop = {}
        for n in reversed(self.graph._list):
            for x in n.all_input_nodes:
                if x not in last:
                    last[x] = n
                    drop.setdefault(n, []).append(x)
        before = None
        for n in self.graph._list:
            if self.verbose and n.op not in ("placeholder", "output"):
                place = self.place(n)
                if place != before:
                    before = place
                    self.body += ["", f"# {place}"]
            line = self.statement(n)
            if line is None:
                continue
            if n.op not in ("placeholder", "output"):
                gone = drop.get(n, []) + ([n] if not n.users else [])
                if gone:
                    line += ";  " + " = ".join([repr(x) for x in gone] + ["None"])
            self.body.append(line)
        body = "\n".join(self.body or ["pass"]).lstrip("\n") + "\n"
        code = "\n".join("    " + line for line in body.split("\n"))
        whole = dict.fromkeys(_global(n.target) for n in self.graph._list if n.op == "call_function" and n.meta.get("is_wrapped"))
        wraps = "\n".join(f'torch.fx._symbolic_trace.wrap("{name}")' for name in whole)
        returned = next((f" -> {type_text(n.type)}" for n in self.graph._list if n.op == "output" and n.type is not None), "")
        return f"\n{wraps}\n\ndef forward({', '.join(['self'] + self.params)}){returned}:\n{code}"
