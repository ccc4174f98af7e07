"""Adagrad."""
import torch

from .optimizer import (Optimizer, _by_device_and_dtype, _check_fused, _device_dtype_check_for_fused, _get_scalar_dtype, _get_value,
                        _parts, _scaled, _to_scalar, _use_grad_for_differentiable)


class Adagrad(Optimizer):
    def __init__(self, params, lr=1e-2, lr_decay=0, weight_decay=0, initial_accumulator_value=0, eps=1e-10, foreach=None, *,
                 maximize=False, differentiable=False, fused=None):
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 <= lr_decay:
            raise ValueError(f"Invalid lr_decay value: {lr_decay}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if not 0.0 <= initial_accumulator_value:
            raise ValueError(f"Invalid initial_accumulator_value value: {initial_accumulator_value}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        super().__init__(params, dict(lr=lr, lr_decay=lr_decay, eps=eps, weight_decay=weight_decay,
                                      initial_accumulator_value=initial_accumulator_value, foreach=foreach, maximize=maximize,
                                      differentiable=differentiable, fused=fused))
        if fused:
            _check_fused(self, differentiable, foreach)
            self._need_device_dtype_check_for_fused = True
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if group["fused"]:
                    state["step"] = torch.zeros((), dtype=_get_scalar_dtype(True), device=p.device)
                else:
                    state["step"] = torch.tensor(0.0, dtype=_get_scalar_dtype())
                value = initial_accumulator_value
                value = complex(value, value) if torch.is_complex(p) else value
                state["sum"] = torch.full_like(p, value, memory_format=torch.preserve_format)

    @_use_grad_for_differentiable
    def step(self, closure=None):
        loss = self._closure(closure)
        for group in self.param_groups:
            if group["fused"]:
                _adagrad_fused(self, group)
                continue
            lr, weight_decay, lr_decay, eps = _to_scalar(group["lr"]), group["weight_decay"], group["lr_decay"], group["eps"]
            for param in group["params"]:
                if param.grad is None:
                    continue
                grad = param.grad
                state = self.state[param]
                step_t = state["step"]
                state_sum = state["sum"]
                step_t += 1
                step = step_t if torch.compiler.is_compiling() else _get_value(step_t)
                grad = grad if not group["maximize"] else -grad
                if weight_decay != 0:
                    if grad.is_sparse:
                        raise RuntimeError("weight_decay option is not compatible with sparse gradients")
                    grad = grad.add(param, alpha=weight_decay)
                clr = lr / (1 + (step - 1) * lr_decay)
                if grad.is_sparse:
                    from .sparse_adam import _adagrad
                    _adagrad(param, grad.coalesce(), state_sum, clr, eps)
                    continue
                whole = torch.is_complex(param)
                grad, state_sum, param = _parts(param, grad, state_sum, param)
                state_sum.addcmul_(grad, grad, value=1)
                std = state_sum.sqrt().add_(eps)
                param.addcdiv_(grad, std, value=-clr)
                if whole:
                    torch.view_as_complex(param)
                    torch.view_as_complex(state_sum)
        return loss


def _adagrad_fused(self, group):
    params = [p for p in group["params"] if p.grad is not None]
    if params and getattr(self, "_need_device_dtype_check_for_fused", True):
        _device_dtype_check_for_fused(params[0])
        self._need_device_dtype_check_for_fused = False
    grad_scale, found_inf = _scaled(self)
    states = [self.state[p] for p in params]
    lists = [params, [p.grad for p in params], [state["sum"] for state in states], [state["step"] for state in states]]
    for (params_, grads, sums, steps), _ in _by_device_and_dtype(lists):
        torch._foreach_add_(steps, 1)
        torch._fused_adagrad_(params_, grads, sums, steps, lr=group["lr"], lr_decay=group["lr_decay"], weight_decay=group["weight_decay"],
                              eps=group["eps"], maximize=group["maximize"], grad_scale=grad_scale, found_inf=found_inf)
        if found_inf is not None:
            torch._foreach_sub_(steps, [found_inf] * len(steps))
