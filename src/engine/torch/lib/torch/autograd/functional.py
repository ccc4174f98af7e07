"""Derivatives of functions: jacobian, hessian, vjp, jvp, hvp, vhp."""
import torch


def _as_tuple(x):
    return x if isinstance(x, tuple) else (x,)


def _prepare(inputs, create_graph):
    made = []
    for inp in inputs:
        if create_graph:
            made.append(inp.view_as(inp) if inp.requires_grad else inp.detach().requires_grad_())
        else:
            made.append(inp.detach().requires_grad_())
    return tuple(made)


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        single = not isinstance(inputs, tuple)
        ins = _prepare(_as_tuple(inputs), create_graph)
        outputs = func(*ins)
        outs = _as_tuple(outputs)
        if v is not None:
            # The cotangent is prepared as the inputs are.
            v = tuple(x.detach() if not create_graph else x for x in _as_tuple(v))
        grads = torch.autograd.grad(outs, ins, None if v is None else _as_tuple(v), create_graph=create_graph, allow_unused=True)
        grads = tuple(torch.zeros_like(i) if g is None else g for g, i in zip(grads, ins))
    if not create_graph:
        outputs = tuple(o.detach() for o in outs) if isinstance(outputs, tuple) else outputs.detach()
    return outputs, (grads[0] if single else grads)


def jacobian(func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"):
    with torch.enable_grad():
        single_in = not isinstance(inputs, tuple)
        ins = _prepare(_as_tuple(inputs), create_graph)
        outputs = func(*ins)
        single_out = not isinstance(outputs, tuple)
        jac = ()
        for out in _as_tuple(outputs):
            rows = tuple([] for _ in ins)
            for j in range(out.nelement()):
                vj = torch.autograd.grad((out.reshape(-1)[j],), ins, retain_graph=True, create_graph=create_graph, allow_unused=True)
                for row, g, inp in zip(rows, vj, ins):
                    row.append(torch.zeros_like(inp) if g is None else g)
            jac += (tuple(torch.stack(row, dim=0).view(out.size() + ins[i].size()) for i, row in enumerate(rows)),)
    if not create_graph:
        jac = tuple(tuple(x.detach() for x in row) for row in jac)
    jac = tuple(row[0] for row in jac) if single_in else jac
    return jac[0] if single_out else jac


def hessian(func, inputs, create_graph=False, strict=False, vectorize=False, outer_jacobian_strategy="reverse-mode"):
    single = not isinstance(inputs, tuple)
    ins = _as_tuple(inputs)

    def scalar(*inp):
        out = func(*inp)
        if not isinstance(out, torch.Tensor):
            raise RuntimeError("The function given to hessian should return a single Tensor")
        if out.nelement() != 1:
            raise RuntimeError("The Tensor returned by the function given to hessian should contain a single element")
        return out.squeeze()

    def jac_func(*inp):
        jac = jacobian(scalar, inp, create_graph=True)
        return jac[0] if single else jac

    return jacobian(jac_func, inputs, create_graph=create_graph) if single else jacobian(jac_func, ins, create_graph=create_graph)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    with torch.enable_grad():
        single = not isinstance(inputs, tuple)
        ins = _prepare(_as_tuple(inputs), create_graph)
        outputs = func(*ins)
        jac = torch.autograd.grad(outputs, ins, create_graph=True)
        result = torch.autograd.grad(jac, ins, _as_tuple(v), create_graph=create_graph, allow_unused=True)
        result = tuple(torch.zeros_like(i) if g is None else g for g, i in zip(result, ins))
    return outputs.detach(), (result[0] if single else result)


vhp = hvp


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """Forward products by two backward passes: the first is linear in the gradients that it is given."""
    with torch.enable_grad():
        single_in = not isinstance(inputs, tuple)
        ins = _prepare(_as_tuple(inputs), create_graph)
        if v is not None:
            v = tuple([x.view_as(x) if create_graph and x.requires_grad else x.detach() for x in _as_tuple(v)])
            if len(v) != len(ins):
                if single_in:
                    raise RuntimeError("The given v should contain a single Tensor.")
                raise RuntimeError(f"v is a tuple of invalid length: should be {len(ins)} but got {len(v)}.")
            for i, (a, b) in enumerate(zip(v, ins)):
                if a.size() != b.size():
                    prefix = f"Entry {i} in " if len(ins) > 1 else ""
                    raise RuntimeError(f"{prefix}v has invalid size: should be {b.size()} but got {a.size()}.")
        elif len(ins) != 1 or ins[0].nelement() != 1:
            raise RuntimeError("The vector v can only be None if the input to the user-provided function is a single Tensor "
                               "with a single element.")
        outputs = func(*ins)
        outs = _as_tuple(outputs)
        seeds = tuple([torch.zeros_like(o, requires_grad=True) for o in outs])
        grads = torch.autograd.grad(outs, ins, seeds, create_graph=True, allow_unused=True)
    with torch.set_grad_enabled(create_graph or torch.is_grad_enabled()):
        found = [g for g in grads if g is not None]
        wanted = None if v is None else [x for x, g in zip(v, grads) if g is not None]
        result = torch.autograd.grad(found, seeds, wanted, create_graph=create_graph, allow_unused=True)
    result = [torch.zeros_like(o) if g is None else g for g, o in zip(result, outs)]
    if not create_graph:
        outs = [o.detach() for o in outs]
        result = [g.detach() for g in result]
    return (tuple(outs), tuple(result)) if isinstance(outputs, tuple) else (outs[0], result[0])
