"""Functions made from functions in forward mode: jvp, jacfwd, hessian; after torch/_functorch/eager_transforms.py."""
import functools

import torch
from torch import func as _func
from torch._C import _forward, _functorch
from torch.autograd import forward_ad as _ad

_AT = "jvp(f, primals, tangents)"


def _structured(name, tree):
    flat, shape = _func._flatten(tree)
    if len(flat) == 0:
        raise RuntimeError(f"{_AT}: Expected {name} to contain at least one Tensor.")
    for x in flat:
        if not isinstance(x, torch.Tensor):
            raise RuntimeError(f"{_AT}: Expected {name} to only contain Tensors, got {type(x)}")
    return flat, shape


def _parts(dual, level, strict):
    if not isinstance(dual, torch.Tensor):
        raise RuntimeError(f"{_AT}: expected f(*args) to return only tensors, got unsupported type {type(dual)}")
    primal, tangent = _forward.unpack_dual(dual, level, "AliasBackward0")
    if tangent is None:
        if strict:
            raise RuntimeError("jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not allowed with "
                               "strict=True.")
        tangent = torch.zeros_like(primal)
    return primal, tangent


def _checked(outputs):
    if len(outputs) < 1 or len(outputs) == 1 and outputs[0] is None:
        raise RuntimeError(f"{_AT}: Expected f to be a function that has non-empty output (got output = {outputs})")
    for o in outputs:
        if not isinstance(o, torch.Tensor):
            raise RuntimeError(f"{_AT}: expected f(*primals) to return only tensors, got unsupported type {type(o)}")


def _pushed(func, primals, tangents, chosen, strict, has_aux):
    """`chosen`: places of the arguments that are differentiated; None for all."""
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{_AT}: Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    varied = primals if chosen is None else tuple([primals[n] for n in chosen])
    flat, shape = _func._flatten(varied)
    given, other = _func._flatten(tangents)
    if _func._spec(shape) != _func._spec(other):
        raise RuntimeError(f"{_AT}: Expected primals and tangents to have the same python structure. For example, if primals is a tuple of 3 "
                           f"tensors, tangents also must be. Got primals with structure {_func._spec(shape)} and tangents with structure "
                           f"{_func._spec(other)}")
    _structured("primals", varied)
    _structured("tangents", tangents)
    outside = torch.is_grad_enabled()
    shell = _functorch.enter()
    level = _forward.enter()
    if not _ad._open:
        _ad._open.append(level)
    try:
        duals = list(primals)
        made = [_forward.make_dual(p, t, level) for p, t in zip(flat, given)]
        made = _func._unflatten(shape, iter(made))
        if chosen is None:
            duals = made
        else:
            for n, x in zip(chosen, made):
                duals[n] = x
        outputs = func(*duals)
        aux = None
        leave = lambda x: _functorch.out(x, shell, outside)
        if has_aux:
            if not (isinstance(outputs, tuple) and len(outputs) == 2):
                raise RuntimeError(f"{_AT}: output of function f should be a tuple: (output, aux) if has_aux is True")
            outputs, aux = outputs
            aux = _func._map(leave, aux)
        found, out_shape = _func._flatten(outputs)
        _checked(found)
        pairs = [_parts(o, level, strict) for o in found]
        primal, tangent = [_func._unflatten(out_shape, iter([leave(pair[i]) for pair in pairs])) for i in (0, 1)]
        return (primal, tangent, aux) if has_aux else (primal, tangent)
    finally:
        if _ad._open and _ad._open[-1] is level:
            _ad._open.pop()
        _forward.leave(level)
        _functorch.leave(shell)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    return _pushed(func, primals, tangents, None, strict, has_aux)


def _real(name, tree, kind):
    for i, x in enumerate(_func._leaves(tree)):
        if isinstance(x, torch.Tensor) and x.is_complex():
            raise RuntimeError(f"{name}: Expected all {kind} to be real but received complex tensor at flattened input idx: {i}")


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    @functools.wraps(func)
    def wrapper(*args):
        _real("jacfwd", args, "inputs")
        chosen = _func._positions(argnums, len(args))
        flat, shape = _func._flatten(tuple([args[n] for n in chosen]))
        sizes = [p.numel() for p in flat]
        basis = [row.view(len(row), *p.shape) for row, p in zip(_func._basis(flat, sizes), flat)]

        def push(basis):
            made = _pushed(func, args, basis, chosen, False, has_aux)
            _real("jacfwd", made[0], "outputs")
            return (made[1], made[2]) if has_aux else made[1]

        results = _func.vmap(push, randomness=randomness)(_func._unflatten(shape, iter(basis)))
        aux = None
        if has_aux:
            results, aux = results
            aux = _func._map(lambda x: x[0], aux)
        outs, out_shape = _func._flatten(results)
        blocks = []
        for out in outs:
            parts = torch.split(out.movedim(0, -1), list(sizes), dim=-1)
            cut = [part.squeeze(-1) if p.dim() == 0 else part.unflatten(-1, p.shape) for p, part in zip(flat, parts)]
            tree = _func._unflatten(shape, iter(cut))
            blocks.append(tree[0] if isinstance(argnums, int) else tree)
        made = _func._unflatten(out_shape, iter(blocks))
        return (made, aux) if has_aux else made

    return wrapper


def hessian(func, argnums=0):
    return jacfwd(_func.jacrev(func, argnums), argnums)
