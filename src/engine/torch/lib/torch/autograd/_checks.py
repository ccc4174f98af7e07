"""gradcheck: derivatives against central differences, element by element; after torch/autograd/gradcheck.py.

Leaves out: forward mode, batched gradients, complex numbers and sparse tensors; the rows of its trace are this text's.
"""
import warnings

import torch
from torch._C import _refuse

_NO_GRAD = "gradcheck expects at least one input tensor to require gradient, but none of them have requires_grad=True."

_REENTRANT = ("Backward is not reentrant, i.e., running backward with same input and grad_output multiple times gives different values, "
              "although analytical gradient matches numerical gradient.")


class GradcheckError(RuntimeError):
    """Raised by gradcheck and gradgradcheck."""


def _tuple(x):
    return x if isinstance(x, tuple) else tuple(x) if isinstance(x, list) else (x,)


def _varies(x):
    return isinstance(x, torch.Tensor) and x.requires_grad


def _outputs(made):
    if any(isinstance(o, torch.Tensor) and o.is_complex() for o in _tuple(made)):
        _refuse("gradcheck of complex numbers")
    return tuple(o for o in _tuple(made) if _varies(o))


def _check_inputs(inputs):
    if not any(_varies(x) for x in inputs):
        raise ValueError(_NO_GRAD)
    for i, x in enumerate(inputs):
        if not _varies(x):
            continue
        if x.is_complex():
            _refuse("gradcheck of complex numbers")
        if x.dtype is not torch.float64:
            warnings.warn(f"Input #{i} requires gradient and is not a double precision floating point or complex. "
                          "This check will likely fail if all the inputs are not of double precision floating point or complex. ")
        if any(stride == 0 and size > 1 for stride, size in zip(x.stride(), x.size())):
            raise RuntimeError(f"The {i}th input has a dimension with stride 0. gradcheck only supports inputs that are non-overlapping to be "
                               "able to compute the numerical gradients correctly. You should call .contiguous on the input before passing it to gradcheck.")


def _place(i, shape):
    at = []
    for size in reversed(shape):
        i, rest = divmod(i, size)
        at.insert(0, rest)
    return tuple(at)


def _numerical(fn, inputs, x, count, eps):
    """For each output the matrix of differences, a row an element of `x`."""
    rows = []
    flat = x.data.view(-1) if x.is_contiguous() else None
    for i in range(x.numel()):
        if flat is None:
            place, at = x.data, _place(i, x.shape)
        else:
            place, at = flat, i
        before = place[at].item()
        place[at] = before - eps
        low = [o.detach().clone() for o in fn(*inputs)]
        place[at] = before + eps
        high = [o.detach().clone() for o in fn(*inputs)]
        place[at] = before
        rows.append([((b - a) / (2 * eps)).reshape(-1) for a, b in zip(low, high)])
    return [torch.stack([row[k] for row in rows]) if rows else None for k in range(count)]


def _analytical(output, inputs):
    """For each input the matrix of derivatives, a row an element of it."""
    columns = [[] for _ in inputs]
    for i in range(output.numel()):
        start = torch.zeros_like(output)
        start[_place(i, start.shape)] = 1
        grads = torch.autograd.grad(output, inputs, start, retain_graph=True, allow_unused=True)
        for column, g, x in zip(columns, grads, inputs):
            if g is not None and g.size() != x.size():
                raise GradcheckError("Analytical gradient has incorrect size")
            column.append(torch.zeros_like(x).reshape(-1) if g is None else g.reshape(-1).clone())
    return [torch.stack(column, 1) for column in columns]


def _check(func, inputs, eps, atol, rtol, nondet_tol):
    _check_inputs(inputs)
    varying = [(i, x) for i, x in enumerate(inputs) if _varies(x)]
    found = _outputs(func(*inputs))
    if not found:
        for o in _tuple(func(*inputs)):
            for i, x in varying:
                if any(bool((m != 0).any()) for m in _numerical(lambda *a: _tuple(func(*a)), inputs, x, 1, eps) if m is not None):
                    raise GradcheckError("Numerical gradient for function expected to be zero")
        return True
    numerical = [_numerical(lambda *a: _outputs(func(*a)), inputs, x, len(found), eps) for _, x in varying]
    for k, output in enumerate(found):
        first = _analytical(output, [x for _, x in varying])
        second = _analytical(output, [x for _, x in varying])
        for j, (i, x) in enumerate(varying):
            if x.numel() and (first[j] - second[j]).abs().max() > nondet_tol:
                raise GradcheckError(
                    _REENTRANT + f"The tolerance for nondeterminism was {nondet_tol}.")
            if x.numel() and not torch.allclose(first[j], numerical[j][k], rtol, atol):
                raise GradcheckError(f"Jacobian mismatch for output {k} with respect to input {i},\nnumerical:{numerical[j][k]}\nanalytical:{first[j]}\n")
    return True


_FAST = ("\nThe above quantities relating the numerical and analytical jacobians are computed \n"
         "in fast mode. See: https://github.com/pytorch/pytorch/issues/53876 for more background \n"
         "about fast mode. Below, we recompute numerical and analytical jacobians in slow mode:\n\n")
_SLOW_OK = """Fast gradcheck failed but element-wise differences are small. This means that the
test might've passed in slow_mode!

If you are adding a new operator, please file an issue and then use one of the
workarounds. The workaround depends on how your test invokes gradcheck/gradgradcheck:

If the test
- manually invokes gradcheck/gradgradcheck, then call gradcheck/gradgradcheck
  with `fast_mode=False` as a keyword argument.
- is OpInfo-based (e.g., in test_ops_gradients.py), then modify the OpInfo for the test
  to have `gradcheck_fast_mode=False`
- is a Module test (e.g., in common_nn.py), then modify the corresponding
  module_test entry to have `gradcheck_fast_mode=False`"""


def _direction(x, generator):
    made = torch.rand(x.numel(), generator=generator).to(dtype=x.dtype, device=x.device)
    made /= made.norm()
    return made


def _along(fn, inputs, x, u, eps):
    """How each output changes where `x` moves along `u`."""
    step = eps * u.reshape(x.shape)
    place = x.data
    before = place.clone()
    place.copy_(before - step)
    low = [o.detach().clone() for o in fn(*inputs)]
    place.copy_(before + step)
    high = [o.detach().clone() for o in fn(*inputs)]
    place.copy_(before)
    return [((b - a) / (2 * eps)).reshape(-1) for a, b in zip(low, high)]


def _check_fast(func, inputs, eps, atol, rtol, nondet_tol):
    """One number an input and output: a random vector, the matrix and another random vector, multiplied from both sides."""
    _check_inputs(inputs)
    varying = [(i, x) for i, x in enumerate(inputs) if _varies(x)]
    found = _outputs(func(*inputs))
    # A generator of its own, so that the program's draws stay as they are.
    generator = torch.Generator()
    us = [_direction(x, generator) for _, x in varying]
    vs = [_direction(o, generator) for o in found]
    every = lambda *a: [o for o in _tuple(func(*a)) if isinstance(o, torch.Tensor) and o.is_floating_point()]
    if not found:
        for (_, x), u in zip(varying, us):
            if any(m.numel() and m.abs().max() > nondet_tol for m in _along(every, inputs, x, u, eps)):
                raise GradcheckError("Numerical gradient for function expected to be zero")
        return True
    numerical = [[(v * m).sum() for v, m in zip(vs, _along(lambda *a: _outputs(func(*a)), inputs, x, u, eps))] for (_, x), u in zip(varying, us)]
    analytical = []
    for output, v in zip(found, vs):
        twice = [torch.autograd.grad(output, [x for _, x in varying], v.reshape(output.shape), retain_graph=True, allow_unused=True) for _ in range(2)]
        for a, b in zip(*twice):
            if a is not None and a.numel() and (a - b).abs().max() > nondet_tol:
                raise GradcheckError(_REENTRANT + f"The tolerance for nondeterminism was {nondet_tol}.")
        analytical.append([torch.zeros_like(u) if g is None else g.reshape(-1) for g, u in zip(twice[0], us)])
        analytical[-1] = [g.dot(u) for g, u in zip(analytical[-1], us)]
    for j, (i, x) in enumerate(varying):
        for k in range(len(found)):
            a, n = analytical[k][j], numerical[j][k]
            if not torch.allclose(a, n, rtol, atol * float(us[j].sum()) * float(vs[k].sum())):
                slow = _numerical(lambda *args: _outputs(func(*args)), inputs, x, len(found), eps)[k]
                exact = _analytical(found[k], [x for _, x in varying])[j]
                raise GradcheckError(
                    f"Jacobian mismatch for output {k} with respect to input {j},\nnumerical:{n}\nanalytical:{a}\n" + _FAST +
                    f"Numerical:\n {slow}\nAnalytical:\n{exact}\n\nThe max per-element difference (slow mode) is: {(slow - exact).abs().max()}.\n" +
                    (_SLOW_OK if torch.allclose(exact, slow, rtol, atol) else ""))
    return True


def _check_scaled(func, inputs):
    """Zeros in, zeros out: a backward that forgets to multiply is found so."""
    varying = [x for x in inputs if _varies(x)]
    found = _outputs(func(*inputs))
    if not found:
        return
    for g in torch.autograd.grad(found, varying, [torch.zeros_like(o) for o in found], allow_unused=True):
        if g is not None and not g.eq(0).all():
            raise GradcheckError("backward not multiplied by grad_output")


def gradcheck(func, inputs, *, eps=1e-6, atol=1e-5, rtol=1e-3, raise_exception=True, nondet_tol=0.0, check_undefined_grad=True,
              check_grad_dtypes=False, check_batched_grad=False, check_batched_forward_grad=False, check_forward_ad=False,
              check_backward_ad=True, fast_mode=False, masked=None):
    if check_batched_grad or check_forward_ad or masked:
        _refuse("gradcheck with these options")
    try:
        made = (_check_fast if fast_mode else _check)(func, _tuple(inputs), eps, atol, rtol, nondet_tol)
        _check_scaled(func, _tuple(inputs))
        return made
    except GradcheckError:
        if raise_exception:
            raise
        return False


def gradgradcheck(func, inputs, grad_outputs=None, *, eps=1e-6, atol=1e-5, rtol=1e-3, gen_non_contig_grad_outputs=False,
                  raise_exception=True, nondet_tol=0.0, check_undefined_grad=True, check_grad_dtypes=False, check_batched_grad=False,
                  check_fwd_over_rev=False, check_rev_over_rev=True, fast_mode=False, masked=False):
    if gen_non_contig_grad_outputs or check_fwd_over_rev:
        _refuse("gradgradcheck with these options")
    inputs = _tuple(inputs)
    if grad_outputs is None:
        grad_outputs = tuple(
            torch.testing.make_tensor(o.shape, dtype=o.dtype if o.dtype.is_floating_point else torch.double, device=o.device, low=-1, high=1,
                                      requires_grad=True)
            for o in _outputs(func(*inputs)))
    starts = _tuple(grad_outputs)
    count = len(starts)

    def gradients(*args):
        args, given = args[:-count], args[-count:]
        args = tuple(x.requires_grad_() if _varies(x) else x for x in args)
        varying = tuple(x for x in args if _varies(x))
        made = torch.autograd.grad(_outputs(func(*args)), varying, given, create_graph=True, allow_unused=True)
        return tuple(g for g in made if g is not None)

    return gradcheck(gradients, inputs + starts, eps=eps, atol=atol, rtol=rtol, raise_exception=raise_exception, nondet_tol=nondet_tol,
                     fast_mode=fast_mode, check_batched_grad=check_batched_grad)
