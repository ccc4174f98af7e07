"""Adam and AdamW."""
import torch
from torch import Tensor

from .optimizer import (Optimizer, _by_device_and_dtype, _check_fused, _device_dtype_check_for_fused, _get_scalar_dtype, _get_value,
                        _parts, _scaled, _to_scalar, _use_foreach, _use_grad_for_differentiable)


class Adam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, amsgrad=False, *, foreach=None, maximize=False,
                 capturable=False, differentiable=False, fused=None, decoupled_weight_decay=False):
        if isinstance(lr, Tensor):
            if foreach and not capturable:
                raise ValueError("lr as a Tensor is not supported for capturable=False and foreach=True")
            if lr.numel() != 1:
                raise ValueError("Tensor lr must be 1-element")
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
        if not (isinstance(betas[0], float) and isinstance(betas[1], float) or isinstance(betas[0], Tensor) and isinstance(betas[1], Tensor)):
            raise ValueError("betas must be either both floats or both Tensors")
        betas = tuple(map(_to_scalar, betas))
        defaults = dict(lr=lr, betas=betas, eps=eps, weight_decay=weight_decay, amsgrad=amsgrad, maximize=maximize, foreach=foreach,
                        capturable=capturable, differentiable=differentiable, fused=fused, decoupled_weight_decay=decoupled_weight_decay)
        super().__init__(params, defaults)
        if fused:
            _check_fused(self, differentiable, foreach)

    def _init_group(self, group, params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps):
        for p in group["params"]:
            if p.grad is None:
                continue
            params.append(p)
            if p.grad.is_sparse:
                raise RuntimeError("Adam does not support sparse gradients, please consider SparseAdam instead")
            grads.append(p.grad)
            state = self.state[p]
            if len(state) == 0:
                if group["fused"]:
                    _device_dtype_check_for_fused(p)
                if group["capturable"] or group["fused"]:
                    state["step"] = torch.zeros((), dtype=_get_scalar_dtype(group["fused"]), device=p.device)
                else:
                    state["step"] = torch.tensor(0.0, dtype=_get_scalar_dtype(), device="cpu")
                state["exp_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                state["exp_avg_sq"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                if group["amsgrad"]:
                    state["max_exp_avg_sq"] = torch.zeros_like(p, memory_format=torch.preserve_format)
            exp_avgs.append(state["exp_avg"])
            exp_avg_sqs.append(state["exp_avg_sq"])
            if group["amsgrad"]:
                max_exp_avg_sqs.append(state["max_exp_avg_sq"])
            state_steps.append(state["step"])

    @_use_grad_for_differentiable
    def step(self, closure=None):
        loss = self._closure(closure)
        for group in self.param_groups:
            lists = ([], [], [], [], [], [])
            self._init_group(group, *lists)
            adam(*lists, group, _scaled(self))
        return loss


class AdamW(Adam):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, weight_decay=1e-2, amsgrad=False, *, maximize=False, foreach=None,
                 capturable=False, differentiable=False, fused=None):
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, foreach=foreach, maximize=maximize, capturable=capturable,
                         differentiable=differentiable, fused=fused, decoupled_weight_decay=True)


def _adam_fused(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, group, grad_scale, found_inf):
    beta1, beta2 = map(_to_scalar, group["betas"])
    fused = torch._fused_adamw_ if group["decoupled_weight_decay"] else torch._fused_adam_
    for lists, _ in _by_device_and_dtype([params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps]):
        torch._foreach_add_(lists[-1], 1)
        fused(*lists, amsgrad=group["amsgrad"], lr=group["lr"], beta1=beta1, beta2=beta2, weight_decay=group["weight_decay"],
              eps=group["eps"], maximize=group["maximize"], grad_scale=grad_scale, found_inf=found_inf)
        if found_inf is not None:
            torch._foreach_sub_(lists[-1], [found_inf] * len(lists[-1]))


def adam(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, group, scaled=(None, None)):
    if group["fused"]:
        return _adam_fused(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, group, *scaled)
    if group["capturable"] or group["differentiable"]:
        torch._C._refuse("capturable and differentiable optimizers are not supported here")
    # Dynamo takes every group as capturable.
    compiling = torch.compiler.is_compiling()
    if compiling and _use_foreach(params, group):
        torch._C._refuse("the step() of Adam on lists of tensors (foreach) in a compiled function")
    if _use_foreach(params, group):
        return _adam_lists(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, group)
    lr = _to_scalar(group["lr"])
    beta1, beta2 = group["betas"]
    weight_decay = group["weight_decay"]
    eps = group["eps"]
    amsgrad = group["amsgrad"]
    for i, param in enumerate(params):
        grad = grads[i] if not group["maximize"] else -grads[i]
        exp_avg = exp_avgs[i]
        exp_avg_sq = exp_avg_sqs[i]
        step_t = state_steps[i]
        step_t += 1
        if weight_decay != 0:
            if group["decoupled_weight_decay"]:
                param.mul_(1 - lr * weight_decay)
            else:
                grad = grad.add(param, alpha=weight_decay)
        if torch.is_complex(param):
            grad, exp_avg, exp_avg_sq = _parts(param, grad, exp_avg, exp_avg_sq)
            if amsgrad:
                max_exp_avg_sqs[i] = torch.view_as_real(max_exp_avg_sqs[i])
            param = torch.view_as_real(param)
        exp_avg.lerp_(grad, 1 - beta1)
        exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
        if compiling:
            bias_correction1 = 1 - beta1 ** step_t
            bias_correction2 = 1 - beta2 ** step_t
            step_size_neg = (lr / bias_correction1).neg()
            bias_correction2_sqrt = bias_correction2.sqrt()
            if amsgrad:
                max_exp_avg_sqs[i].copy_(torch.maximum(max_exp_avg_sqs[i], exp_avg_sq))
                exp_avg_sq = max_exp_avg_sqs[i]
            denom = (exp_avg_sq.sqrt() / (bias_correction2_sqrt * step_size_neg)).add_(eps / step_size_neg)
            param.addcdiv_(exp_avg, denom)
            continue
        step = _get_value(step_t)
        bias_correction1 = 1 - beta1 ** step
        bias_correction2 = 1 - beta2 ** step
        step_size = lr / bias_correction1
        bias_correction2_sqrt = bias_correction2 ** 0.5
        if amsgrad:
            torch.maximum(max_exp_avg_sqs[i], exp_avg_sq, out=max_exp_avg_sqs[i])
            denom = (max_exp_avg_sqs[i].sqrt() / bias_correction2_sqrt).add_(eps)
        else:
            denom = (exp_avg_sq.sqrt() / bias_correction2_sqrt).add_(eps)
        param.addcdiv_(exp_avg, denom, value=-step_size)
        if amsgrad and torch.is_complex(params[i]):
            max_exp_avg_sqs[i] = torch.view_as_complex(max_exp_avg_sqs[i])


def _adam_lists(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, group):
    lr = _to_scalar(group["lr"])
    if isinstance(lr, Tensor):
        raise RuntimeError("lr as a Tensor is not supported for capturable=False and foreach=True")
    beta1, beta2 = group["betas"]
    weight_decay = group["weight_decay"]
    for lists, _ in _by_device_and_dtype([params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps]):
        params_, grads_, avgs, squares, maxima, steps = lists
        for k, p in enumerate(params_):
            if torch.is_complex(p):
                for listed in (params_, grads_, avgs, squares, maxima)[:5 if group["amsgrad"] else 4]:
                    listed[k] = torch.view_as_real(listed[k])
        if group["maximize"]:
            grads_ = torch._foreach_neg(grads_)
        if steps[0].is_cpu:
            torch._foreach_add_(steps, torch.tensor(1.0, device="cpu"), alpha=1.0)
        else:
            torch._foreach_add_(steps, 1)
        if weight_decay != 0:
            if group["decoupled_weight_decay"]:
                torch._foreach_mul_(params_, 1 - lr * weight_decay)
            elif group["maximize"]:
                torch._foreach_add_(grads_, params_, alpha=weight_decay)
            else:
                grads_ = torch._foreach_add(grads_, params_, alpha=weight_decay)
        torch._foreach_lerp_(avgs, grads_, 1 - beta1)
        torch._foreach_mul_(squares, beta2)
        torch._foreach_addcmul_(squares, grads_, grads_, 1 - beta2)
        bias_correction1 = [1 - beta1 ** _get_value(step) for step in steps]
        bias_correction2 = [1 - beta2 ** _get_value(step) for step in steps]
        step_size = [lr / bc * -1 for bc in bias_correction1]
        bias_correction2_sqrt = [bc ** 0.5 for bc in bias_correction2]
        if group["amsgrad"]:
            torch._foreach_maximum_(maxima, squares)
            denom = torch._foreach_sqrt(maxima)
        else:
            denom = torch._foreach_sqrt(squares)
        torch._foreach_div_(denom, bias_correction2_sqrt)
        torch._foreach_add_(denom, group["eps"])
        torch._foreach_addcdiv_(params_, avgs, denom, step_size)
