"""Adadelta."""
import torch

from .optimizer import Optimizer, _get_scalar_dtype, _parts, _to_scalar, _use_grad_for_differentiable


class Adadelta(Optimizer):
    def __init__(self, params, lr=1.0, rho=0.9, eps=1e-6, weight_decay=0, foreach=None, *, capturable=False, maximize=False,
                 differentiable=False):
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 <= rho <= 1.0:
            raise ValueError(f"Invalid rho value: {rho}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        super().__init__(params, dict(lr=lr, rho=rho, eps=eps, weight_decay=weight_decay, maximize=maximize, capturable=capturable,
                                      foreach=foreach, differentiable=differentiable))

    @_use_grad_for_differentiable
    def step(self, closure=None):
        loss = self._closure(closure)
        for group in self.param_groups:
            work = []
            for p in group["params"]:
                if p.grad is None:
                    continue
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = torch.zeros((), dtype=_get_scalar_dtype())
                    state["square_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                    state["acc_delta"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                work.append((p, p.grad, state))
            lr, rho, eps = _to_scalar(group["lr"]), group["rho"], group["eps"]
            for param, grad, state in work:
                square_avg, acc_delta, step = state["square_avg"], state["acc_delta"], state["step"]
                step += 1
                grad = grad if not group["maximize"] else -grad
                if group["weight_decay"] != 0:
                    grad = grad.add(param, alpha=group["weight_decay"])
                square_avg, acc_delta, grad = _parts(param, square_avg, acc_delta, grad)
                square_avg.mul_(rho).addcmul_(grad, grad, value=1 - rho)
                std = square_avg.add(eps).sqrt_()
                delta = acc_delta.add(eps).sqrt_()
                delta.div_(std).mul_(grad)
                acc_delta.mul_(rho).addcmul_(delta, delta, value=1 - rho)
                if torch.is_complex(param):
                    delta = torch.view_as_complex(delta)
                param.add_(delta, alpha=-lr)
        return loss
