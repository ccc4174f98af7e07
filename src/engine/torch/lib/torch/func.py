"""torch.func: functions made from functions. Batching (vmap and what is built on it) is not here."""
import functools
import torch
from torch._C import _functorch, _refuse
from torch.nn.modules.module import Module


def _leaves(tree):
    if isinstance(tree, (list, tuple)):
        return [x for part in tree for x in _leaves(part)]
    if isinstance(tree, dict):
        return [x for part in tree.values() for x in _leaves(part)]
    return [] if tree is None else [tree]


def _map(fn, tree):
    if isinstance(tree, tuple) and hasattr(tree, "_fields"):
        return type(tree)(*[_map(fn, part) for part in tree])
    if isinstance(tree, (list, tuple)):
        return type(tree)([_map(fn, part) for part in tree])
    if isinstance(tree, dict):
        return type(tree)((k, _map(fn, part)) for k, part in tree.items())
    return None if tree is None else fn(tree)


def _rebuild(tree, leaves):
    rest = iter(leaves)
    return _map(lambda _: next(rest), tree)


def _positions(argnums, count):
    if not isinstance(argnums, (int, tuple)):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    wanted = (argnums,) if isinstance(argnums, int) else argnums
    if isinstance(argnums, tuple) and len(argnums) == 0:
        raise RuntimeError("argnums must be non-empty")
    for n in wanted:
        if not (-count <= n < count):
            raise RuntimeError(f"Got argnum={n}, but only {count} positional inputs")
    return [n % count for n in wanted]


def _gradients(outputs, inputs, grad_outputs, retain, create):
    pairs = [(o, None if grad_outputs is None else grad_outputs[i]) for i, o in enumerate(outputs) if o.requires_grad]
    if len(pairs) == 0:
        return [torch.zeros_like(x) for x in inputs]
    seeds = None if grad_outputs is None else [g for _, g in pairs]
    found = _functorch.grad([o for o, _ in pairs], inputs, seeds, retain, create)
    return [torch.zeros_like(x) if g is None else g for g, x in zip(found, inputs)]


def _grad_and_value(func, argnums, has_aux, args, kwargs):
    outside = torch.is_grad_enabled()
    level = _functorch.enter()
    try:
        with torch.enable_grad():
            wanted = _positions(argnums, len(args))
            args = [_map(lambda x: _functorch.into(x, level), a) if i in wanted else a for i, a in enumerate(args)]
            output = func(*args, **kwargs)
            aux = None
            if has_aux:
                if not (isinstance(output, tuple) and len(output) == 2):
                    raise RuntimeError("grad_and_value(f)(*args): output of function f should be a tuple: (output, aux) if has_aux is True")
                output, aux = output
            if not isinstance(output, torch.Tensor):
                raise RuntimeError(f"grad_and_value(f)(*args): Expected f(*args) to return a Tensor, got {type(output)}")
            if output.dim() != 0:
                raise RuntimeError("grad_and_value(f)(*args): Expected f(*args) to return a scalar Tensor, got tensor with "
                                   f"{output.dim()} dims. Maybe you wanted to use the vjp or jacrev APIs instead?")
            chosen = args[wanted[0]] if isinstance(argnums, int) else tuple([args[n] for n in wanted])
            found = _gradients([output], _leaves(chosen), None, False, True)
            leave = lambda x: _functorch.out(x, level, outside)
            grads = _rebuild(chosen, [leave(g) for g in found])
            return grads, leave(output), _map(leave, aux)
    finally:
        _functorch.leave(level)


def grad(func, argnums=0, has_aux=False):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        grads, _, aux = _grad_and_value(func, argnums, has_aux, args, kwargs)
        return (grads, aux) if has_aux else grads
    return wrapper


def grad_and_value(func, argnums=0, has_aux=False):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        grads, value, aux = _grad_and_value(func, argnums, has_aux, args, kwargs)
        return (grads, (value, aux)) if has_aux else (grads, value)
    return wrapper


def vjp(func, *primals, has_aux=False):
    outside = torch.is_grad_enabled()
    level = _functorch.enter()
    try:
        with torch.enable_grad():
            inner = _map(lambda x: _functorch.into(x, level), primals)
            output = func(*inner)
            aux = None
            if has_aux:
                if not (isinstance(output, tuple) and len(output) == 2):
                    raise RuntimeError("vjp(f, *primals): output of function f should be a tuple: (output, aux) if has_aux is True")
                output, aux = output
            flat = _leaves(output)
            for o in flat:
                if not (o.is_floating_point() or o.is_complex()):
                    raise RuntimeError(f"vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype {o.dtype}")
            leave = lambda x: _functorch.out(x, level, outside)
            result = _map(leave, output)
            aux = _map(leave, aux)
    finally:
        _functorch.leave(level)

    def wrapper(cotangents, retain_graph=True, create_graph=None):
        create = torch.is_grad_enabled() if create_graph is None else create_graph
        again = _functorch.enter()
        try:
            found = _gradients(flat, _leaves(inner), _leaves(cotangents), retain_graph, create)
            found = [_functorch.out(g, again, create) for g in found]
        finally:
            _functorch.leave(again)
        grads = _rebuild(inner, found)
        return grads[0] if len(primals) == 1 else grads
    return (result, wrapper, aux) if has_aux else (result, wrapper)


def _places(module):
    for prefix, sub in module.named_modules(remove_duplicate=False):
        for table in (sub._parameters, sub._buffers):
            for name in table:
                yield (prefix + "." + name if prefix else name), table, name


def functional_call(module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False):
    if isinstance(parameter_and_buffer_dicts, dict):
        given = dict(parameter_and_buffer_dicts)
    else:
        given = {}
        for part in parameter_and_buffer_dicts:
            for key in part:
                if key in given:
                    raise ValueError(f"[{key!r}] appeared in multiple dictionaries; behavior of functional call is ambiguous")
            given.update(part)
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    places = list(_places(module))
    if tie_weights:
        for full, table, name in places:
            if full in given:
                for other, there, key in places:
                    if other not in given and there[key] is table[name]:
                        given[other] = given[full]
    names = [full for full, _, _ in places]
    unexpected = [k for k in given if k not in names]
    missing = [k for k in names if k not in given]
    if strict and (missing or unexpected):
        _refuse("functional_call(strict=True) with keys that do not fit is not supported here")
    if unexpected:
        raise KeyError(unexpected[0])
    before = []
    try:
        for full, table, name in places:
            if full in given:
                before.append((table, name, table[name]))
                table[name] = given[full]
        return module(*args, **(kwargs or {}))
    finally:
        for table, name, old in before:
            table[name] = old


def __getattr__(name):
    torch._C._missing("torch.func", name)
