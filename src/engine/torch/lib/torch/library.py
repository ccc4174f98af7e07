"""torch.library: operators of a program's own; after torch/library.py and torch/_library/{custom_ops,infer_schema,autograd}.py.

A custom operator runs as one: what its kernel calls leaves no rows, and its gradient is the one registered for it. Leaves out:
`Library`, `define` and `impl`, rules for vmap, lists of tensors with gradients, and custom operators inside a compiled function,
a dispatch mode or vmap; all are refused by name.
"""
import inspect

import torch
from torch._C import _library, _refuse

_named = {}


class _OpNamespace:
    def __init__(self, name):
        self.name = name

    def __getattr__(self, key):
        raise AttributeError(f"'_OpNamespace' '{self.name}' object has no attribute '{key}'")

    def __repr__(self):
        return f"<module 'torch.ops.{self.name}' from 'torch.ops'>"


_spaces = {}


def _namespace(name):
    return _spaces.get(name)


class _Overload:
    """`torch.ops.ns.name.default`, and under it the schema."""

    def __init__(self, definition):
        self._definition = definition
        self._schema = definition._shown
        self.namespace = definition._namespace

    def __call__(self, *args, **kwargs):
        return self._definition(*args, **kwargs)

    def name(self):
        return self._definition._qualname

    def __str__(self):
        return f"{self._definition._namespace}.{self._definition._name}.default"

    def __repr__(self):
        return f"<OpOverload(op='{self._definition._namespace}.{self._definition._name}', overload='default')>"


class _Packet:
    def __init__(self, definition):
        self._definition = definition
        self.default = _Overload(definition)
        self.__name__ = definition._name

    def __call__(self, *args, **kwargs):
        return self._definition(*args, **kwargs)

    def __str__(self):
        return f"{self._definition._namespace}.{self._definition._name}"

    def __repr__(self):
        return f"<OpOverloadPacket(op='{self._definition._namespace}.{self._definition._name}')>"


_PLAIN = {torch.Tensor: "Tensor", int: "SymInt", float: "float", bool: "bool", str: "str", torch.dtype: "ScalarType", torch.device: "Device"}


def _type_text(annotation):
    """The schema's word for an annotation; None where there is none."""
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    text = annotation if isinstance(annotation, str) else repr(annotation)
    for plain, word in (("torch.Tensor", "Tensor"), ("int", "SymInt"), ("float", "float"), ("bool", "bool"), ("str", "str"),
                        ("torch.dtype", "ScalarType"), ("torch.device", "Device"), ("typing.Union[int, float, bool]", "Scalar"),
                        ("int | float | bool", "Scalar")):
        if text == plain:
            return word
    for optional in ("typing.Optional[",):
        if text.startswith(optional):
            inner = _type_text(text[len(optional):-1])
            return inner and inner + "?"
    if text.endswith(" | None"):
        inner = _type_text(text[:-len(" | None")])
        return inner and inner + "?"
    for several in ("typing.List[", "typing.Sequence[", "collections.abc.Sequence[", "list["):
        if text.startswith(several):
            inner = _type_text(text[len(several):-1])
            return inner and inner + "[]"
    return None


def _return_text(annotation):
    if annotation is None or annotation is type(None):
        return "()"
    text = repr(annotation)
    for several in ("typing.Tuple[", "tuple["):
        if text.startswith(several) and not text.endswith(", ...]"):
            parts = [_type_text(part) for part in text[len(several):-1].split(", ")]
            return None if None in parts else f"({', '.join(parts)})"
    return _type_text(annotation)


def _default_text(value):
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, torch.dtype):
        return str(value)[len("torch."):]
    return str(value)


def infer_schema(prototype_function, /, *, mutates_args, op_name=None):
    parameters, result, shown = _signature(prototype_function)

    def wrong(what):
        raise ValueError(f"infer_schema(func): {what} Got func with signature {shown})")

    parts, keywords = [], False
    for i, (name, kind, annotation, default) in enumerate(parameters):
        if kind not in ("POSITIONAL_OR_KEYWORD", "KEYWORD_ONLY"):
            wrong("We do not support positional-only args, varargs, or varkwargs.")
        if kind == "KEYWORD_ONLY" and not keywords:
            parts.append("*")
            keywords = True
        if annotation is inspect.Parameter.empty:
            wrong(f"Parameter {name} must have a type annotation.")
        word = _type_text(annotation)
        if word is None:
            _refuse(f"a custom operator with a parameter of type {annotation}")
        if mutates_args == "unknown" and word.startswith("Tensor") or mutates_args != "unknown" and name in mutates_args:
            if not word.startswith("Tensor"):
                wrong(f"Parameter {name} is in mutable_args but only Tensors or collections of Tensors can be mutated")
            word = f"Tensor(a{i}!){word[len('Tensor'):]}"
        given = "" if default is inspect.Parameter.empty else f"={_default_text(default)}"
        parts.append(f"{word} {name}{given}")
    if mutates_args != "unknown":
        left = set(mutates_args) - {p[0] for p in parameters}
        if left:
            wrong(f"{left} in mutates_args were not found in the custom op's signature. mutates_args should contain the names of all args "
                  "that the custom op mutates, or just the string \"unknown\" if you don't know.")
    if result is inspect.Parameter.empty:
        wrong("No return type annotation was provided. Please add one.")
    back = _return_text(result)
    if back is None:
        _refuse(f"a custom operator that returns {result}")
    return f"{op_name or ''}({', '.join(parts)}) -> {back}"


def _signature(fn):
    """Parameters as (name, kind, annotation, default), the annotation of the result, and the signature in words."""
    found = inspect.signature(fn)
    parameters = [(p.name, p.kind.name, p.annotation, p.default) for p in found.parameters.values()]
    return parameters, found.return_annotation, str(found)


class _Slot:
    """One parameter of a schema."""

    def __init__(self, text, keyword):
        self.keyword = keyword
        text, has, self.default = text.partition("=")
        self.required = not has
        self.type, self.name = text.rsplit(" ", 1)
        self.mutated = "!" in self.type
        if self.mutated:
            self.type = "Tensor" + self.type[self.type.index(")") + 1:]

    def shown(self):
        default = self.default
        if not self.required and self.type.startswith("float") and default != "None":
            value = float(default)
            default = f"{int(value)}." if value == int(value) and abs(value) < 1e15 else default
        return default


def _slots(schema):
    inner = schema[1:schema.rindex(" -> ") - 1]
    made, keyword = [], False
    depth, start, parts = 0, 0, []
    for i, c in enumerate(inner + ","):
        if c in "([":
            depth += 1
        elif c in ")]":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(inner[start:i].strip())
            start = i + 1
    for part in parts:
        if part == "*":
            keyword = True
        elif part:
            made.append(_Slot(part, keyword))
    return made


_LITERALS = {"None": None, "True": True, "False": False}


def _literal(slot):
    text = slot.default
    if text in _LITERALS:
        return _LITERALS[text]
    if text[0] in "\"'":
        return text[1:-1]
    if slot.type.startswith("ScalarType"):
        return getattr(torch, text)
    return float(text) if slot.type.startswith("float") else int(text) if text.lstrip("-").isdigit() else float(text)


class CustomOpDef:
    def __init__(self, namespace, name, schema, fn):
        self._namespace, self._name = namespace, name
        self._qualname = f"{namespace}::{name}"
        self._init_fn = fn
        self._kernels = {None: fn}
        self._fake = self._backward = self._setup = None
        self._slots = _slots(schema)
        self._shown = self._qualname + schema
        for slot in self._slots:
            if not slot.required and slot.shown() != slot.default:
                self._shown = self._shown.replace(f"{slot.name}={slot.default}", f"{slot.name}={slot.shown()}")
        self._mutated = [i for i, slot in enumerate(self._slots) if slot.mutated]
        packet = _Packet(self)
        self._opoverload = packet.default
        space = _spaces.setdefault(namespace, _OpNamespace(namespace))
        space.__dict__[name] = packet
        _named[self._qualname] = self
        definition = self

        def forward(ctx, *plain):
            keywords = definition._keywords
            result = definition._run(plain, keywords)
            if definition._setup is not None:
                more = dict(keyword_only_inputs=keywords) if keywords else {}
                definition._setup(ctx=ctx, inputs=plain, output=result, **more)
            return result

        def backward(ctx, *grads):
            if definition._backward is None:
                raise RuntimeError(f"Trying to backward through {definition._opoverload} but no autograd formula was registered. "
                                   "Please use register_autograd to add one.")
            return definition._backward(ctx, *grads)

        self._generated = type(f"GeneratedBackwardFor_{namespace}_{name}_default", (torch.autograd.Function,),
                               {"forward": staticmethod(forward), "backward": staticmethod(backward)})

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    def _converted(self, value, slot, at):
        if isinstance(value, torch.Tensor) != slot.type.startswith("Tensor") and not (value is None and slot.type.endswith("?")) \
                and not slot.type.startswith("Tensor["):
            if slot.type == "Tensor":
                raise RuntimeError(
                    f"{self._qualname}() Expected a value of type 'Tensor' for argument '{slot.name}' but instead found type "
                    f"'{type(value).__name__}'.\nPosition: {at}\nValue: {value}\nDeclaration: {self._shown}\nCast error details: "
                    f"Unable to cast {value} to Tensor")
            _refuse(f"a custom operator with a {type(value).__name__} for '{slot.type} {slot.name}'")
        if isinstance(value, tuple):
            return list(value)
        return float(value) if slot.type.startswith("float") and isinstance(value, int) else value

    def _bound(self, args, kwargs):
        """The arguments in the schema's order, and those by name only."""
        positional = [slot for slot in self._slots if not slot.keyword]
        if len(args) > len(positional) or len(args) + len(kwargs) > len(self._slots):
            raise RuntimeError(f"{self._qualname}() expected at most {len(self._slots)} argument(s) but received {len(args) + len(kwargs)} "
                               f"argument(s). Declaration: {self._shown}")
        left, made = dict(kwargs), []
        for i, slot in enumerate(self._slots):
            if i < len(args):
                value = args[i]
            elif slot.name in left:
                value = left.pop(slot.name)
            elif slot.required:
                raise RuntimeError(f"{self._qualname}() is missing value for argument '{slot.name}'. Declaration: {self._shown}")
            else:
                made.append(_literal(slot))
                continue
            made.append(self._converted(value, slot, i))
        for name in left:
            raise RuntimeError(f"Unknown keyword argument '{name}' for operator '{self._qualname}'. Schema: {self._shown}")
        plain = [a for a, slot in zip(made, self._slots) if not slot.keyword]
        return plain, {slot.name: a for a, slot in zip(made, self._slots) if slot.keyword}

    def _run(self, plain, keywords):
        args = [*plain, *keywords.values()]
        device = next((a.device.type for a in args if isinstance(a, torch.Tensor)), None)
        kernel = self._kernels.get(device, self._kernels[None])
        result = _library.run(lambda: kernel(*plain, **keywords))
        tensors = [a for a in args if isinstance(a, torch.Tensor)]
        for out in result if isinstance(result, tuple) else (result,):
            if isinstance(out, torch.Tensor):
                if any(_library.shares(out, a) for a in tensors):
                    raise RuntimeError(
                        f"{self._name} (with implementation in {inspect.getmodule(kernel)}): The output of this custom operator (1) must "
                        "not also be an input to this custom operator and (2) may not alias any inputs to this custom operator or other "
                        "returns. The most common way to trigger this error is if we have y = custom_op(x) and y and x are the same "
                        "Tensor. Please instead return a clone of the offending output tensor(s) (e.g. return x.clone()) or refactor "
                        "the custom operator to not return y.")
                tensors.append(out)
        for i in self._mutated:
            if isinstance(args[i], torch.Tensor):
                _library.written(args[i])
        return result

    def __call__(self, *args, **kwargs):
        plain, keywords = self._bound(args, kwargs)
        if torch.is_grad_enabled() and any(isinstance(a, torch.Tensor) and a.requires_grad for a in plain):
            self._keywords = keywords
            return self._generated.apply(*plain)
        return self._run(plain, keywords)

    def register_kernel(self, device_types, func=None, /):
        def register(fn):
            for device in [device_types] if isinstance(device_types, str) or device_types is None else device_types:
                self._kernels[device] = fn
            return fn
        return register if func is None else register(func)

    def register_fake(self, fn, /):
        self._fake = fn
        return fn

    def register_autograd(self, backward, /, *, setup_context=None):
        if self._mutated:
            raise RuntimeError(f"Cannot register autograd formula for non-functional operator {self} with schema {self._shown}. Please create "
                               "a functional operator and register an autograd formula for that.")
        self._backward, self._setup = backward, setup_context

    def register_vmap(self, func=None, /):
        _refuse("CustomOpDef.register_vmap is not supported here")

    def set_kernel_enabled(self, device_type, enabled=True):
        _refuse("CustomOpDef.set_kernel_enabled is not supported here")


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    def make(fn):
        text = infer_schema(fn, mutates_args=mutates_args) if schema is None else schema
        space, found, rest = name.partition("::")
        if not found:
            raise ValueError(f"Expected `ns::name` but got {name}")
        made = CustomOpDef(space, rest, text, fn)
        if device_types is not None:
            made.register_kernel(device_types, fn)
        return made
    return make if fn is None else make(fn)


def _definition(op):
    if isinstance(op, CustomOpDef):
        return op
    if isinstance(op, (_Overload, _Packet)):
        return op._definition
    if op not in _named:
        _refuse(f"torch.library for the operator {op}")
    return _named[op]


def register_fake(op, func=None, /, **options):
    found = _definition(op)
    return found.register_fake if func is None else found.register_fake(func)


def register_kernel(op, device_types, func=None, /, **options):
    return _definition(op).register_kernel(device_types, func)


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    _definition(op).register_autograd(backward, setup_context=setup_context)


def __getattr__(name):
    torch._C._missing("torch.library", name)
