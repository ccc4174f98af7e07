"""Stochastic gradient descent, with momentum."""
import torch
from torch import Tensor

from .optimizer import (Optimizer, _by_device_and_dtype, _check_fused, _device_dtype_check_for_fused, _scaled, _to_scalar, _use_foreach,
                        _use_grad_for_differentiable)


class SGD(Optimizer):
    def __init__(self, params, lr=1e-3, momentum=0, dampening=0, weight_decay=0, nesterov=False, *, maximize=False, foreach=None,
                 differentiable=False, fused=None):
        if isinstance(lr, Tensor) and lr.numel() != 1:
            raise ValueError("Tensor lr must be 1-element")
        if lr < 0.0:
            raise ValueError(f"Invalid learning rate: {lr}")
        if momentum < 0.0:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if weight_decay < 0.0:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        defaults = dict(lr=lr, momentum=momentum, dampening=dampening, weight_decay=weight_decay, nesterov=nesterov, maximize=maximize,
                        foreach=foreach, differentiable=differentiable, fused=fused)
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        super().__init__(params, defaults)
        if fused:
            _check_fused(self, differentiable, foreach)
            self._need_device_dtype_check_for_fused = True

    @_use_grad_for_differentiable
    def step(self, closure=None):
        loss = self._closure(closure)
        for group in self.param_groups:
            params = []
            grads = []
            buffers = []
            for p in group["params"]:
                if p.grad is not None:
                    if group["fused"] and getattr(self, "_need_device_dtype_check_for_fused", True):
                        _device_dtype_check_for_fused(p)
                        self._need_device_dtype_check_for_fused = False
                    params.append(p)
                    grads.append(p.grad)
                    if group["momentum"] != 0:
                        buffers.append(self.state[p].get("momentum_buffer"))
            if group["fused"]:
                _sgd_fused(params, grads, buffers, group, *_scaled(self))
            else:
                (_sgd_lists if _use_foreach(params, group) else sgd)(params, grads, buffers, group)
            if group["momentum"] != 0:
                for p, buf in zip(params, buffers):
                    self.state[p]["momentum_buffer"] = buf
        return loss


def sgd(params, grads, buffers, group):
    lr = _to_scalar(group["lr"])
    weight_decay = group["weight_decay"]
    momentum = group["momentum"]
    for i, param in enumerate(params):
        grad = grads[i] if not group["maximize"] else -grads[i]
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        if momentum != 0:
            buf = buffers[i]
            if buf is None:
                buf = grad.detach().clone()
                buffers[i] = buf
            else:
                buf.mul_(momentum).add_(grad, alpha=1 - group["dampening"])
            if group["nesterov"]:
                grad = grad.add(buf, alpha=momentum)
            else:
                grad = buf
        if isinstance(lr, Tensor) and lr.requires_grad:
            param.addcmul_(grad, lr, value=-1)
        else:
            param.add_(grad, alpha=-lr)


def _sgd_fused(params, grads, buffers, group, grad_scale, found_inf):
    first = all(t is None for t in buffers) and group["momentum"] != 0
    if first:
        for i, g in enumerate(grads):
            buffers[i] = torch.empty_like(g)
    for (params_, grads_, buffers_), _ in _by_device_and_dtype([params, grads, buffers]):
        torch._fused_sgd_(params_, grads_, buffers_ if group["momentum"] != 0 else [], weight_decay=group["weight_decay"],
                          momentum=group["momentum"], lr=group["lr"], dampening=group["dampening"], nesterov=group["nesterov"],
                          maximize=group["maximize"], is_first_step=first, grad_scale=grad_scale, found_inf=found_inf)


def _sgd_lists(params, grads, buffers, group):
    lr = _to_scalar(group["lr"])
    weight_decay = group["weight_decay"]
    momentum = group["momentum"]
    for (params_, grads_, buffers_), indices in _by_device_and_dtype([params, grads, buffers]):
        if group["maximize"]:
            grads_ = torch._foreach_neg(grads_)
        if weight_decay != 0:
            if group["maximize"]:
                torch._foreach_add_(grads_, params_, alpha=weight_decay)
            else:
                grads_ = torch._foreach_add(grads_, params_, alpha=weight_decay)
        if momentum != 0:
            if all(buf is not None for buf in buffers_):
                bufs = buffers_
                torch._foreach_mul_(bufs, momentum)
                torch._foreach_add_(bufs, grads_, alpha=1 - group["dampening"])
            else:
                bufs = []
                for i, buf in enumerate(buffers_):
                    if buf is None:
                        buf = buffers[indices[i]] = grads_[i].detach().clone()
                    else:
                        buf.mul_(momentum).add_(grads_[i], alpha=1 - group["dampening"])
                    bufs.append(buf)
            if group["nesterov"]:
                torch._foreach_add_(grads_, bufs, alpha=momentum)
            else:
                grads_ = bufs
        torch._foreach_add_(params_, grads_, alpha=-lr)
