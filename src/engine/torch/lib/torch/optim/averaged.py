"""Rprop, and averaged stochastic gradient descent (ASGD)."""
import torch
from torch import Tensor

from .optimizer import Optimizer, _get_scalar_dtype, _get_value, _to_scalar, _use_grad_for_differentiable


def _check_lr(lr):
    if isinstance(lr, Tensor) and lr.numel() != 1:
        raise ValueError("Tensor lr must be 1-element")
    if not 0.0 <= lr:
        raise ValueError(f"Invalid learning rate: {lr}")


class _PerParameter(Optimizer):
    """The loop over parameters with a gradient: all states first, then one update after another."""

    @_use_grad_for_differentiable
    def step(self, closure=None):
        loss = self._closure(closure)
        for group in self.param_groups:
            if group["capturable"] or group["foreach"]:
                torch._C._refuse(f"{type(self).__name__} with foreach or capturable")
            work = []
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    self._start(state, p, group)
                work.append((p, p.grad, state))
            for param, grad, state in work:
                self._update(param, -grad if group["maximize"] else grad, state, group)
        return loss


class Rprop(_PerParameter):
    def __init__(self, params, lr=1e-2, etas=(0.5, 1.2), step_sizes=(1e-6, 50), *, capturable=False, foreach=None, maximize=False,
                 differentiable=False):
        _check_lr(lr)
        if not 0.0 < etas[0] < 1.0 < etas[1]:
            raise ValueError(f"Invalid eta values: {etas[0]}, {etas[1]}")
        super().__init__(params, dict(lr=lr, etas=etas, step_sizes=step_sizes, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, capturable=capturable))

    def _start(self, state, p, group):
        state["step"] = torch.zeros((), dtype=_get_scalar_dtype())
        state["prev"] = torch.zeros_like(p, memory_format=torch.preserve_format)
        state["step_size"] = torch.full_like(p.grad, _to_scalar(group["lr"]))

    def _update(self, param, grad, state, group):
        down, up = group["etas"]
        least, most = group["step_sizes"]
        prev, step_size, step = state["prev"], state["step_size"], state["step"]
        step += 1
        sign = grad.mul(prev.clone() if group["differentiable"] else prev).sign()
        sign[sign.gt(0)] = up
        sign[sign.lt(0)] = down
        sign[sign.eq(0)] = 1
        step_size.mul_(sign).clamp_(least, most)
        grad = grad.clone(memory_format=torch.preserve_format)
        grad[sign.eq(down)] = 0
        param.addcmul_(grad.sign(), step_size, value=-1)
        prev.copy_(grad)


class ASGD(_PerParameter):
    def __init__(self, params, lr=1e-2, lambd=1e-4, alpha=0.75, t0=1e6, weight_decay=0, foreach=None, maximize=False, differentiable=False,
                 capturable=False):
        _check_lr(lr)
        if not 0.0 <= weight_decay:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        super().__init__(params, dict(lr=lr, lambd=lambd, alpha=alpha, t0=t0, weight_decay=weight_decay, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, capturable=capturable))

    def _start(self, state, p, group):
        kind = dict(device=p.device, dtype=_get_scalar_dtype())
        state["step"] = torch.zeros((), **kind)
        state["eta"] = torch.as_tensor(_to_scalar(group["lr"]), **kind).clone().detach()
        state["mu"] = torch.ones((), **kind)
        state["ax"] = torch.zeros_like(p, memory_format=torch.preserve_format)

    def _update(self, param, grad, state, group):
        lr, lambd = _to_scalar(group["lr"]), group["lambd"]
        mu, ax, eta, step_t = state["mu"], state["ax"], state["eta"], state["step"]
        step_t += 1
        if group["weight_decay"] != 0:
            grad = grad.add(param, alpha=group["weight_decay"])
        rate = _get_value(eta)
        param.mul_(1 - lambd * rate)
        param.add_(grad, alpha=-rate)
        if mu.item() != 1:
            ax.add_(param.sub(ax).mul_(mu))
        else:
            ax.copy_(param)
        step = _get_value(step_t)
        eta.copy_(torch.as_tensor(lr / ((1 + lambd * lr * step) ** group["alpha"])))
        mu.copy_(torch.as_tensor(1 / max(1, step - group["t0"])))
