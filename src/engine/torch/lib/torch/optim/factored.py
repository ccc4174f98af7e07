"""Adafactor (a factored second moment) and Muon (orthogonalised momentum)."""
import math

import torch
from torch import Tensor

from .optimizer import Optimizer, _get_scalar_dtype, _to_scalar


def _not_negative(what, value):
    if not 0.0 <= value:
        raise ValueError(f"{what} should be >= 0 but is: {value}")


def _check_lr(lr):
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    _not_negative("Learning rate", lr)


class _Plain(Optimizer):
    def _with_grad(self, group):
        """Parameters that have a gradient, with their states made."""
        found = []
        for p in group["params"]:
            if p.grad is None:
                continue
            if torch.is_complex(p):
                raise RuntimeError(f"{type(self).__name__} does not support complex parameters")
            self._start(self.state[p], p.grad)
            found.append(p)
        return found

    @torch.no_grad()
    def step(self, closure=None):
        previous = torch._set_phase("optimizer")
        try:
            loss = self._closure(closure)
            for group in self.param_groups:
                self._group(group, self._with_grad(group))
        finally:
            torch._set_phase(previous)
        return loss


class Adafactor(_Plain):
    def __init__(self, params, lr=1e-2, beta2_decay=-0.8, eps=(None, 1e-3), d=1.0, weight_decay=0.0, *, foreach=None, maximize=False):
        _check_lr(lr)
        if not 0.0 >= beta2_decay:
            raise ValueError(f"beta2_decay should be <= 0 but is: {beta2_decay}")
        if eps[0] is not None:
            _not_negative("epsilon1", eps[0])
        _not_negative("epsilon2", eps[1])
        if not 1.0 <= d:
            raise ValueError(f"Clipping threshold d should be >= 1 but is: {d}")
        _not_negative("weight_decay", weight_decay)
        super().__init__(params, dict(lr=lr, beta2_decay=beta2_decay, eps=eps, d=d, weight_decay=weight_decay, foreach=foreach, maximize=maximize))

    def _start(self, state, grad):
        if len(state) > 0:
            return
        state["step"] = torch.tensor(0.0, dtype=_get_scalar_dtype())
        if grad.dim() > 1:
            shape = list(grad.shape)
            state["row_var"] = grad.new_zeros(shape[:-1] + [1])
            state["col_var"] = grad.new_zeros(shape[:-2] + [1] + shape[-1:])
        else:
            state["variance"] = torch.zeros_like(grad, memory_format=torch.preserve_format)

    def _group(self, group, params):
        if group["foreach"]:
            torch._C._refuse("Adafactor with foreach")
        lr = _to_scalar(group["lr"])
        eps1, eps2 = group["eps"]
        for param in params:
            state = self.state[param]
            grad = -param.grad if group["maximize"] else param.grad
            if eps1 is None:
                eps1 = torch.finfo(param.dtype).eps
            step_t = state["step"]
            step_t += 1
            step = step_t.item()
            fresh = step ** group["beta2_decay"]
            rho = min(lr, 1 / (step ** 0.5))
            alpha = max(eps2, param.norm(2).item() / (param.numel() ** 0.5)) * rho
            if group["weight_decay"] != 0:
                param.mul_(1 - lr * group["weight_decay"])
            if grad.dim() > 1:
                row, col = state["row_var"], state["col_var"]
                row.lerp_(torch.norm(grad, dim=-1, keepdim=True).square_().div_(grad.size(-1)), fresh)
                col.lerp_(torch.norm(grad, dim=-2, keepdim=True).square_().div_(grad.size(-2)), fresh)
                estimate = row @ col
                estimate.div_(row.mean(dim=-2, keepdim=True).clamp_(min=eps1))
            else:
                state["variance"].lerp_(grad * grad, fresh)
                estimate = state["variance"].clone()
            update = estimate.clamp_(min=eps1 * eps1).rsqrt_()
            update.mul_(grad)
            denom = max(1.0, update.norm(2).item() / ((update.numel() ** 0.5) * group["d"]))
            param.add_(update, alpha=-alpha / denom)


def _orthogonalised(grad, coefficients, steps, eps):
    """Newton-Schulz iteration towards the nearest orthogonal matrix, in bfloat16."""
    if steps >= 100:
        raise ValueError("Number of steps must be less than 100 for computational efficiency")
    if len(coefficients) != 3:
        raise ValueError("Coefficients must be a tuple of exactly 3 values")
    a, b, c = coefficients
    tall = grad.size(0) > grad.size(1)
    x = grad.bfloat16()
    if tall:
        x = x.T
    x.div_(x.norm().clamp(min=eps))
    for _ in range(steps):
        gram = x @ x.T
        x = torch.addmm(x, torch.addmm(gram, gram, gram, beta=b, alpha=c), x, beta=a)
    return x.T if tall else x


def _adjusted(lr, how, shape):
    rows, columns = shape[:2]
    if how == "match_rms_adamw":
        return lr * (0.2 * math.sqrt(max(rows, columns)))
    return lr * math.sqrt(max(1, rows / columns))


class Muon(_Plain):
    def __init__(self, params, lr=1e-3, weight_decay=0.1, momentum=0.95, nesterov=True, ns_coefficients=(3.4445, -4.775, 2.0315), eps=1e-7,
                 ns_steps=5, adjust_lr_fn=None):
        _check_lr(lr)
        _not_negative("momentum", momentum)
        _not_negative("weight decay", weight_decay)
        if adjust_lr_fn not in (None, "original", "match_rms_adamw"):
            raise ValueError(f"Adjust learning rate function {adjust_lr_fn} is not supported")
        super().__init__(params, dict(lr=lr, weight_decay=weight_decay, momentum=momentum, nesterov=nesterov, ns_coefficients=ns_coefficients,
                                      eps=eps, ns_steps=ns_steps, adjust_lr_fn=adjust_lr_fn))
        for group in self.param_groups:
            for p in group["params"]:
                if p.ndim != 2:
                    raise ValueError(f"Muon only supports 2D parameters whereas we found a parameter with size: {p.size()}")

    def _start(self, state, grad):
        if "momentum_buffer" not in state:
            state["momentum_buffer"] = torch.zeros_like(grad, memory_format=torch.preserve_format)

    def _group(self, group, params):
        lr, momentum = _to_scalar(group["lr"]), group["momentum"]
        for param in params:
            grad, buf = param.grad, self.state[param]["momentum_buffer"]
            if grad.ndim != 2:
                raise ValueError("Param gradient must be a 2D matrix")
            buf.lerp_(grad, 1 - momentum)
            update = grad.lerp(buf, momentum) if group["nesterov"] else buf
            update = _orthogonalised(update, group["ns_coefficients"], group["ns_steps"], group["eps"])
            rate = _adjusted(lr, group["adjust_lr_fn"], param.shape)
            param.mul_(1 - lr * group["weight_decay"])
            param.add_(update, alpha=-rate)
