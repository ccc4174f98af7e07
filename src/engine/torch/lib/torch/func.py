"""torch.func: functions made from functions. Those in forward mode are in torch._forward."""
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
            # One node serves this level and those around it, so none is freed here.
            found = _gradients([output], _leaves(chosen), None, True, True)
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
        return _rebuild(inner, found)
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


def _flatten(tree):
    """Leaves in order, None among them, and the shape of the rest as (type, context, children); a leaf's shape is None."""
    if isinstance(tree, (list, tuple)):
        parts, kind, context = list(tree), type(tree), None
    elif isinstance(tree, dict):
        parts, kind, context = list(tree.values()), dict, list(tree)
    else:
        return [tree], None
    leaves, shapes = [], []
    for part in parts:
        some, shape = _flatten(part)
        leaves += some
        shapes.append(shape)
    return leaves, (kind, context, shapes)


def _spec(shape, indent=0):
    if shape is None:
        return "*"
    kind, context, children = shape
    indent += 2
    inner = [_spec(c, indent) for c in children]
    return f"TreeSpec({kind.__name__}, {context}, [" + (",\n" + " " * indent).join(inner) + "])"


def _unflatten(shape, rest):
    if shape is None:
        return next(rest)
    kind, context, children = shape
    made = [_unflatten(c, rest) for c in children]
    if kind is dict:
        return dict(zip(context, made))
    return kind(*made) if hasattr(kind, "_fields") else kind(made)


def _count(shape):
    return 1 if shape is None else sum(_count(c) for c in shape[2])


def _broadcast(tree, shape):
    """The leaves of a tree, each for all leaves of a shape that it stands for; None where they do not fit."""
    if not isinstance(tree, (list, tuple, dict)):
        return [tree] * _count(shape)
    if shape is None or type(tree) is not shape[0]:
        return None
    parts = list(tree.values()) if isinstance(tree, dict) else list(tree)
    if len(parts) != len(shape[2]):
        return None
    found = []
    for part, child in zip(parts, shape[2]):
        some = _broadcast(part, child)
        if some is None:
            return None
        found += some
    return found


def _name(func):
    return func.__name__ if hasattr(func, "__name__") else repr(func)


def _batch_inputs(func, in_dims, args):
    at = f"vmap({_name(func)}, in_dims={in_dims}, ...)(<inputs>): "
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(at + "expected `in_dims` to be int or a (potentially nested) tuple matching the structure of inputs, "
                         f"got: {type(in_dims)}.")
    if len(args) == 0:
        raise ValueError(f"vmap({_name(func)})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to "
                         "vmap over a function with no inputs. The latter is unsupported.")
    flat, shape = _flatten(args)
    dims = _broadcast(in_dims, shape)
    if dims is None:
        raise ValueError(at + "in_dims is not compatible with the structure of `inputs`. "
                         f"in_dims has structure {_spec(_flatten(in_dims)[1])} but inputs has structure {_spec(shape)}.")
    for i, (arg, dim) in enumerate(zip(flat, dims)):
        if not isinstance(dim, int) and dim is not None:
            raise ValueError(at + f"Got in_dim={dim} for an input but in_dim must be either an integer dimension or None.")
        if isinstance(dim, int) and not isinstance(arg, torch.Tensor):
            raise ValueError(at + f"Got in_dim={dim} for an input but the input is of type {type(arg)}. We cannot vmap over "
                             "non-Tensor arguments, please use None as the respective in_dim")
        if dim is not None and (dim < -arg.dim() or dim >= arg.dim()):
            raise ValueError(at + f"Got in_dim={dim} for some input, but that input is a Tensor of dimensionality {arg.dim()} "
                             f"so expected in_dim to satisfy -{arg.dim()} <= in_dim < {arg.dim()}.")
        if dim is not None and dim < 0:
            dims[i] = dim % arg.dim()
    sizes = [arg.size(dim) for arg, dim in zip(flat, dims) if dim is not None]
    if len(sizes) == 0:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if any(n != sizes[0] for n in sizes):
        raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped dimension")
    return sizes[0], flat, dims, shape


def _out_dims(func, outputs, out_dims):
    flat, shape = _flatten(outputs)
    if isinstance(outputs, torch.Tensor):
        fits = isinstance(out_dims, int) or out_dims is None or (isinstance(out_dims, tuple) and len(out_dims) == 1)
        dims = [out_dims[0] if isinstance(out_dims, tuple) else out_dims] if fits else None
    else:
        dims = _broadcast(out_dims, shape)
    if dims is None:
        raise ValueError(f"vmap({_name(func)}, ..., out_dims={out_dims})(<inputs>): out_dims is not compatible with the structure of "
                         f"`outputs`. out_dims has structure {_spec(_flatten(out_dims)[1])} but outputs has structure {_spec(shape)}.")
    return flat, shape, dims


def _one_chunk(func, size, flat, dims, shape, out_dims, randomness, kwargs):
    level = _functorch.enter_vmap(size, randomness)
    try:
        inner = [x if dim is None else _functorch.batch(x, dim, level) for x, dim in zip(flat, dims)]
        outputs = func(*_unflatten(shape, iter(inner)), **kwargs)
        found, made, outs = _out_dims(func, outputs, out_dims)
        left = []
        for out, dim in zip(found, outs):
            if isinstance(out, torch.Tensor) and dim is not None:
                left.append(_functorch.unbatch(out, level, dim))
            elif dim is None and not isinstance(out, torch.Tensor):
                left.append(out)
            elif dim is None:
                _refuse("vmap with out_dims=None for a tensor is not supported here")
            else:
                raise ValueError(f"vmap({_name(func)}, ...): `{_name(func)}` must only return Tensors, got type {type(out)}. "
                                 "Did you mean to set out_dims= to None for output?")
        return left, made, outs
    finally:
        _functorch.leave(level)


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def wrapped(*args, **kwargs):
        size, flat, dims, shape = _batch_inputs(func, in_dims, args)
        if chunk_size is None or chunk_size >= size:
            left, made, _ = _one_chunk(func, size, flat, dims, shape, out_dims, randomness, kwargs)
            return _unflatten(made, iter(left))
        ends = list(range(chunk_size, size, chunk_size)) + [size]
        cut = [None if dim is None else x.tensor_split(tuple(ends), dim=dim) for x, dim in zip(flat, dims)]
        parts = []
        for i, end in enumerate(ends):
            some = [x if c is None else c[i] for x, c in zip(flat, cut)]
            left, made, outs = _one_chunk(func, end - (ends[i - 1] if i else 0), some, dims, shape, out_dims, randomness, kwargs)
            parts.append(left)
        return _unflatten(made, iter([torch.cat(list(chunks), dim=dim) for chunks, dim in zip(zip(*parts), outs)]))

    return wrapped


def _basis(tensors, sizes):
    """One row for each element of all tensors together: ones where the element is."""
    total = sum(sizes)
    made = [t.new_zeros(total, n) for t, n in zip(tensors, sizes)]
    start = 0
    for chunk, n in zip(made, sizes):
        chunk.diagonal(start).fill_(1)
        start -= n
    return made


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"jacrev: Expected `chunk_size` to be greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        wanted = _positions(argnums, len(args))

        def some(*chosen):
            given = list(args)
            for n, x in zip(wanted, chosen):
                given[n] = x
            return func(*given, **kwargs)

        made = vjp(some, *[args[n] for n in wanted], has_aux=has_aux)
        output, pull = made[0], made[1]
        outs, out_shape = _flatten(output)
        for o in outs:
            if not isinstance(o, torch.Tensor):
                raise RuntimeError(f"jacrev: Expected all outputs to be Tensors, got {type(o)}")
        sizes = [o.numel() for o in outs]
        rows = [row.view(len(row), *o.shape) for row, o in zip(_basis(outs, sizes), outs)]

        def one(*cotangents):
            return pull(_unflatten(out_shape, iter(cotangents)))

        blocks = vmap(one, chunk_size=chunk_size)(*rows)
        flat, in_shape = _flatten(blocks)
        chosen = _flatten(tuple([args[n] for n in wanted]))[0]
        cut = [block.split(sizes, dim=0) for block in flat]
        by_input = [[part.view(o.shape + x.shape) for part, o in zip(parts, outs)] for parts, x in zip(cut, chosen)]
        result = []
        for i in range(len(outs)):
            tree = _unflatten(in_shape, iter([column[i] for column in by_input]))
            result.append(tree[0] if isinstance(argnums, int) else tuple(tree))
        jacobian = _unflatten(out_shape, iter(result))
        return (jacobian, made[2]) if has_aux else jacobian

    return wrapper


def stack_module_state(models):
    if len(models) == 0:
        raise RuntimeError("stack_module_state: Expected at least one model, got 0.")
    if not (all(m.training for m in models) or all(not m.training for m in models)):
        raise RuntimeError("stack_module_state: Expected all models to have the same training/eval mode.")
    if not all(type(m) is type(models[0]) for m in models):
        raise RuntimeError("stack_module_state: Expected all models to be of the same class.")

    def stacked(tables):
        made = {}
        for key in tables[0]:
            tensors = tuple([t[key] for t in tables])
            wants = [t.requires_grad for t in tensors]
            if any(wants) and not all(wants):
                raise RuntimeError(f"Expected {key} from each model to have the same .requires_grad")
            made[key] = torch.stack(tensors).detach().requires_grad_(wants[0]) if all(wants) else torch.stack(tensors)
        return made

    return stacked([dict(m.named_parameters()) for m in models]), stacked([dict(m.named_buffers()) for m in models])


def __getattr__(name):
    if name in ("jvp", "jacfwd", "hessian"):
        from torch import _forward
        return getattr(_forward, name)
    torch._C._missing("torch.func", name)
