"""Derivatives of functions: jacobian, hessian, vjp, jvp, hvp, vhp; after torch/autograd/functional.py.

`strict` refuses what does not depend on its input, `create_graph` keeps what leads back to the input. Leaves out:
`strategy="forward-mode"`, which needs derivatives in forward mode.
"""
import torch
from torch._C import _refuse


def _tensors(x, what, name):
    """Whether it was a tuple, and the tuple."""
    several = isinstance(x, tuple)
    parts = x if several else (x,)
    for i, part in enumerate(parts):
        if not isinstance(part, torch.Tensor):
            place = f"value at index {i}" if several else f"given {what}"
            raise TypeError(f"The {what} given to {name} must be either a Tensor or a tuple of Tensors but the {place} has type {type(part)}.")
    return several, parts


def _prepare(inputs, create_graph, need_graph):
    """Always new tensors, so that the function's own uses of the given ones are no uses of the inputs."""
    return tuple([x.view_as(x) if create_graph and x.requires_grad else x.detach().requires_grad_(need_graph) for x in inputs])


def _leave(x, create_graph):
    if isinstance(x, tuple):
        return tuple([_leave(part, create_graph) for part in x])
    return x if create_graph else x.detach()


def _unpack(x, several):
    return x if several else x[0]


def _check_vector(v, other, several):
    if len(other) != len(v):
        raise RuntimeError(f"v is a tuple of invalid length: should be {len(other)} but got {len(v)}." if several
                           else "The given v should contain a single Tensor.")
    for i, (a, b) in enumerate(zip(v, other)):
        if a.size() != b.size():
            raise RuntimeError(f"{f'Entry {i} in ' if several else ''}v has invalid size: should be {b.size()} but got {a.size()}.")


def _vector(v, other, several, create_graph, name, of):
    """The given vector beside what it multiplies, or None where that is a single number."""
    if v is not None:
        v = _prepare(_tensors(v, "v", name)[1], create_graph, False)
        _check_vector(v, other, several)
    elif len(other) != 1 or other[0].nelement() != 1:
        raise RuntimeError(f"The vector v can only be None if {of} a single Tensor with a single element.")
    return v


_INPUT = "the input to the user-provided function is"


_NO_GRAD = {
    "outputs": "Output {} of the user-provided function does not require gradients. The outputs must be computed in a "
               "differentiable manner from the input when running in strict mode.",
    "grad_inputs": "The gradient with respect to input {} is independent of the inputs of the user-provided function. This is not "
                   "allowed in strict mode.",
    "jacobian": "While computing the hessian, found that the jacobian of the user-provided function with respect to input {} is "
                "independent of the input. This is not allowed in strict mode. You should ensure that your function is twice "
                "differentiable and that the jacobian depends on the inputs (this would be violated by a linear function for example).",
    "hessian": "The hessian of the user-provided function with respect to input {} is independent of the input. This is not allowed "
               "in strict mode. You should ensure that your function is thrice differentiable and that the hessian depends on the inputs.",
}
_NO_GRAPH = "The {} of the user-provided function is independent of input {}. This is not allowed in strict mode when create_graph=True."
_NONE = {
    "back": "The output of the user-provided function is independent of input {}. This is not allowed in strict mode.",
    "back_trick": "The gradient with respect to the input is independent of entry {} in the grad_outputs when using the double "
                  "backward trick to compute forward mode gradients. This is not allowed in strict mode.",
    "double_back": "The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode.",
    "double_back_trick": "The hessian of the user-provided function is independent of entry {} in the grad_jacobian. This is not "
                         "allowed in strict mode as it prevents from using the double backward trick to replace forward mode AD.",
}


def _must_depend(tensors, kind, strict):
    for i, x in enumerate(tensors) if strict else ():
        if x is None:
            raise RuntimeError(_NONE["back"].format(i))
        if not x.requires_grad:
            raise RuntimeError(_NO_GRAD[kind].format(i))


def _grad(outputs, inputs, seeds=None, create_graph=False, retain_graph=None):
    """Gradients of those outputs that have any."""
    pairs = [(o, None if seeds is None else seeds[i]) for i, o in enumerate(outputs) if o is not None and o.requires_grad]
    if len(pairs) == 0:
        return (None,) * len(inputs)
    return torch.autograd.grad(tuple([o for o, _ in pairs]), inputs, tuple([g for _, g in pairs]), allow_unused=True,
                               create_graph=create_graph, retain_graph=retain_graph)


def _zeros_for_none(grads, like, strict, create_graph, stage):
    made = []
    for i, g in enumerate(grads):
        if g is None and strict:
            raise RuntimeError(_NONE[stage].format(i))
        if g is not None and strict and create_graph and not g.requires_grad:
            raise RuntimeError(_NO_GRAPH.format("hessian" if "double" in stage else "jacobian", i))
        made.append(torch.zeros_like(like[i]) if g is None else g)
    return tuple(made)


def _called(func, inputs, strict, name):
    several, outputs = _tensors(func(*inputs), "outputs of the user-provided function", name)
    _must_depend(outputs, "outputs", strict)
    return several, outputs


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        many, inputs = _tensors(inputs, "inputs", "vjp")
        inputs = _prepare(inputs, create_graph, True)
        several, outputs = _called(func, inputs, strict, "vjp")
        v = _vector(v, outputs, several, create_graph, "vjp", "the user-provided function returns")
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        found = _grad(outputs, inputs, v, create_graph)
        found = _zeros_for_none(found, inputs, strict, create_graph, "back")
    outputs, found = _leave(outputs, create_graph), _leave(found, create_graph)
    return _unpack(outputs, several), _unpack(found, many)


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """Two backward passes: the first is linear in the gradients that it is given."""
    with torch.enable_grad():
        many, inputs = _tensors(inputs, "inputs", "jvp")
        inputs = _prepare(inputs, create_graph, True)
        v = _vector(v, inputs, many, create_graph, "jvp", _INPUT)
        several, outputs = _called(func, inputs, strict, "jvp")
        seeds = tuple([torch.zeros_like(o, requires_grad=True) for o in outputs])
        grads = _grad(outputs, inputs, seeds, True)
        _must_depend(grads, "grad_inputs", strict)
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        found = _grad(grads, seeds, v, create_graph)
        found = _zeros_for_none(found, outputs, strict, create_graph, "back_trick")
    outputs, found = _leave(outputs, create_graph), _leave(found, create_graph)
    return _unpack(outputs, several), _unpack(found, several)


def _all_at_once(inputs, outputs, create_graph):
    sizes = [o.numel() for o in outputs]
    rows = torch.func._basis(outputs, sizes)
    flat = [o.reshape(-1) for o in outputs]
    used = []

    def one(*seeds):
        found = _grad(flat, inputs, seeds, create_graph)
        used[:] = [g is not None for g in found]
        return tuple([g for g in found if g is not None])

    found = iter(torch.func.vmap(one)(*rows)) if any(o.requires_grad for o in flat) else None
    wholes = [next(found) if found is not None and used[i] else torch.zeros_like(x).expand((sum(sizes),) + x.shape)
              for i, x in enumerate(inputs)]
    columns = []
    for x, whole in zip(inputs, wholes):
        columns.append([part.view(o.shape + x.shape) for part, o in zip(whole.split(sizes, dim=0), outputs)])
    return tuple(zip(*columns))


def _row_by_row(inputs, outputs, create_graph, strict):
    jac = ()
    for i, out in enumerate(outputs):
        rows = [[] for _ in inputs]
        for j in range(out.nelement()):
            found = _grad((out.reshape(-1)[j],), inputs, None, create_graph, True)
            for at, (row, g, x) in enumerate(zip(rows, found, inputs)):
                if strict and g is None:
                    raise RuntimeError(f"Output {i} of the user-provided function is independent of input {at}. This is not allowed in strict mode.")
                if strict and create_graph and not g.requires_grad:
                    raise RuntimeError(_NO_GRAPH.format("jacobian", i))
                row.append(torch.zeros_like(x) if g is None else g)
        jac += (tuple([torch.stack(row, dim=0).view(out.size() + x.size()) for row, x in zip(rows, inputs)]),)
    return jac


_TOGETHER = ("torch.autograd.functional.jacobian: `{}=True` and `{}` are not supported together{}. Please either set `{}=False` or "
             "`{}`.")


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs '
                             'than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".')
    if strategy == "forward-mode":
        for name, on in (("create_graph", create_graph), ("strict", strict)):
            if on:
                raise (NotImplementedError if name == "create_graph" else RuntimeError)(
                    _TOGETHER.format(name, 'strategy="forward-mode"', " (yet)", name, 'strategy="reverse-mode"'))
        if not vectorize:
            raise NotImplementedError("Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for `vectorize=True`.")
        _refuse('torch.autograd.functional.jacobian(strategy="forward-mode") (derivatives in forward mode; "reverse-mode" gives the same '
                "matrix) is not supported here")
    with torch.enable_grad():
        many, inputs = _tensors(inputs, "inputs", "jacobian")
        inputs = _prepare(inputs, create_graph, True)
        several, outputs = _called(func, inputs, strict, "jacobian")
        if vectorize:
            if strict:
                raise RuntimeError(_TOGETHER.format("strict", "vectorized=True", "", "strict", "vectorize=False"))
            jac = _all_at_once(inputs, outputs, create_graph)
        else:
            jac = _row_by_row(inputs, outputs, create_graph, strict)
        jac = _leave(jac, create_graph)
    return _unpack(tuple([_unpack(row, many) for row in jac]), several)


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    many, inputs = _tensors(inputs, "inputs", "hessian")
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    def single(*given):
        out = func(*given)
        several, outs = _tensors(out, "outputs of the user-provided function", "hessian")
        _must_depend(outs, "outputs", strict)
        if several:
            raise RuntimeError("The function given to hessian should return a single Tensor")
        if out.nelement() != 1:
            raise RuntimeError("The Tensor returned by the function given to hessian should contain a single element")
        return out.squeeze()

    def first(*given):
        jac = jacobian(single, given, create_graph=True)
        _must_depend(jac, "jacobian", strict)
        return jac

    result = jacobian(first, inputs, create_graph=create_graph, strict=strict, vectorize=vectorize, strategy=outer_jacobian_strategy)
    return _unpack(tuple([_unpack(row, many) for row in result]), many)


def _slope(func, inputs, v, create_graph, strict, name):
    many, inputs = _tensors(inputs, "inputs", name)
    inputs = _prepare(inputs, create_graph, True)
    v = _vector(v, inputs, many, create_graph, name, _INPUT)
    several, outputs = _called(func, inputs, strict, name)
    if several:
        raise RuntimeError(f"The function given to {name} should return a single Tensor")
    if outputs[0].nelement() != 1:
        raise RuntimeError(f"The Tensor returned by the function given to {name} should contain a single element")
    jac = _grad(outputs, inputs, None, True)
    _must_depend(jac, "jacobian", strict)
    return many, inputs, v, outputs, jac


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        many, inputs, v, outputs, jac = _slope(func, inputs, v, create_graph, strict, "vhp")
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        found = _grad(jac, inputs, v, create_graph)
        found = _zeros_for_none(found, inputs, strict, create_graph, "double_back")
    outputs, found = _leave(outputs, create_graph), _leave(found, create_graph)
    return outputs[0], _unpack(found, many)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """The product from the other side: a third backward pass over the second, as in jvp."""
    with torch.enable_grad():
        many, inputs, v, outputs, jac = _slope(func, inputs, v, create_graph, strict, "hvp")
        seeds = tuple([torch.zeros_like(x, requires_grad=True) for x in inputs])
        twice = _grad(jac, inputs, seeds, True)
        _must_depend(jac, "hessian", strict)
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        found = _grad(twice, seeds, v, create_graph)
        found = _zeros_for_none(found, inputs, strict, create_graph, "double_back_trick")
    outputs, found = _leave(outputs, create_graph), _leave(found, create_graph)
    return outputs[0], _unpack(found, many)
