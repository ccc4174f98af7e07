"""Relatives of Adam: Adamax, NAdam, RAdam."""
import torch

from .optimizer import Optimizer, _get_scalar_dtype, _get_value, _parts, _to_scalar, _use_grad_for_differentiable


class _AdamLike(Optimizer):
    """Checks, state and the loop over parameters; a subclass says how one parameter changes."""

    second = "exp_avg_sq"

    def __init__(self, params, lr, betas, eps, weight_decay, **more):
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        if not 0.0 <= betas[0] < 1.0:
            raise ValueError(f"Invalid beta parameter at index 0: {betas[0]}")
        if not 0.0 <= betas[1] < 1.0:
            raise ValueError(f"Invalid beta parameter at index 1: {betas[1]}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, **more))

    def _more_state(self, state):
        pass

    def _update(self, param, grad, state, group):
        raise NotImplementedError

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
                    state["step"] = torch.tensor(0.0, dtype=_get_scalar_dtype())
                    self._more_state(state)
                    state["exp_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                    state[self.second] = torch.zeros_like(p, memory_format=torch.preserve_format)
                work.append((p, p.grad, state))
            for param, grad, state in work:
                self._update(param, grad if not group["maximize"] else -grad, state, group)
        return loss


class Adamax(_AdamLike):
    second = "exp_inf"

    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, foreach=None, *, maximize=False,
                 differentiable=False, capturable=False):
        super().__init__(params, lr, betas, eps, weight_decay, foreach=foreach, maximize=maximize, differentiable=differentiable,
                         capturable=capturable)

    def _update(self, param, grad, state, group):
        beta1, beta2 = group["betas"]
        exp_avg, exp_inf, step_t = state["exp_avg"], state["exp_inf"], state["step"]
        step_t += 1
        if group["weight_decay"] != 0:
            grad = grad.add(param, alpha=group["weight_decay"])
        param, grad, exp_avg, exp_inf = _parts(param, param, grad, exp_avg, exp_inf)
        exp_avg.lerp_(grad, 1 - beta1)
        torch.maximum(exp_inf.mul_(beta2), grad.abs().add_(group["eps"]), out=exp_inf)
        clr = _to_scalar(group["lr"]) / (1 - beta1 ** _get_value(step_t))
        param.addcdiv_(exp_avg, exp_inf, value=-clr)


class NAdam(_AdamLike):
    def __init__(self, params, lr=2e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, momentum_decay=4e-3, decoupled_weight_decay=False, *,
                 foreach=None, maximize=False, capturable=False, differentiable=False):
        if not 0.0 <= momentum_decay:
            raise ValueError(f"Invalid momentum_decay value: {momentum_decay}")
        super().__init__(params, lr, betas, eps, weight_decay, momentum_decay=momentum_decay, decoupled_weight_decay=decoupled_weight_decay,
                         maximize=maximize, foreach=foreach, capturable=capturable, differentiable=differentiable)

    def _more_state(self, state):
        state["mu_product"] = torch.tensor(1.0, dtype=_get_scalar_dtype())

    def _update(self, param, grad, state, group):
        beta1, beta2 = group["betas"]
        lr = _to_scalar(group["lr"])
        exp_avg, exp_avg_sq, mu_product, step_t = state["exp_avg"], state["exp_avg_sq"], state["mu_product"], state["step"]
        param, grad, exp_avg, exp_avg_sq = _parts(param, param, grad, exp_avg, exp_avg_sq)
        step_t += 1
        step = _get_value(step_t)
        bias_correction2 = 1 - beta2 ** step
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                param.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(param, alpha=group["weight_decay"])
        mu = beta1 * (1.0 - 0.5 * (0.96 ** (step * group["momentum_decay"])))
        mu_next = beta1 * (1.0 - 0.5 * (0.96 ** ((step + 1) * group["momentum_decay"])))
        mu_product *= mu
        exp_avg.lerp_(grad, 1 - beta1)
        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        denom = exp_avg_sq.div(bias_correction2).sqrt()
        mu_product_next = _get_value(mu_product) * mu_next
        denom.add_(group["eps"])
        param.addcdiv_(grad, denom, value=(-lr * (1.0 - mu) / (1.0 - _get_value(mu_product))))
        param.addcdiv_(exp_avg, denom, value=(-lr * mu_next) / (1.0 - mu_product_next))


class RAdam(_AdamLike):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, decoupled_weight_decay=False, *, foreach=None,
                 maximize=False, capturable=False, differentiable=False):
        super().__init__(params, lr, betas, eps, weight_decay, maximize=maximize, foreach=foreach, capturable=capturable,
                         decoupled_weight_decay=decoupled_weight_decay, differentiable=differentiable)

    def _update(self, param, grad, state, group):
        beta1, beta2 = group["betas"]
        lr = _to_scalar(group["lr"])
        exp_avg, exp_avg_sq, step_t = state["exp_avg"], state["exp_avg_sq"], state["step"]
        param, grad, exp_avg, exp_avg_sq = _parts(param, param, grad, exp_avg, exp_avg_sq)
        step_t += 1
        step = _get_value(step_t)
        if group["weight_decay"] != 0:
            if group["decoupled_weight_decay"]:
                param.mul_(1 - lr * group["weight_decay"])
            else:
                grad = grad.add(param, alpha=group["weight_decay"])
        exp_avg.lerp_(grad, 1 - beta1)
        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        bias_correction1 = 1 - beta1 ** step
        bias_correction2 = 1 - beta2 ** step
        corrected = exp_avg / bias_correction1
        rho_inf = 2 / (1 - beta2) - 1
        rho_t = rho_inf - 2 * step * (beta2 ** step) / bias_correction2
        if rho_t > 5.0:
            rect = ((rho_t - 4) * (rho_t - 2) * rho_inf / ((rho_inf - 4) * (rho_inf - 2) * rho_t)) ** 0.5
            param.add_(corrected * lr * (bias_correction2 ** 0.5 / exp_avg_sq.sqrt().add_(group["eps"])) * rect, alpha=-1.0)
        else:
            param.add_(corrected * lr, alpha=-1.0)
