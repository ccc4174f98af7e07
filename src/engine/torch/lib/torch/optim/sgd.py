"""Stochastic gradient descent, with momentum."""
import torch
from torch import Tensor

from .optimizer import Optimizer, _by_device_and_dtype, _to_scalar, _use_foreach, _use_grad_for_differentiable


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

    @_use_grad_for_differentiable
    def step(self, closure=None):
        loss = self._closure(closure)
        for group in self.param_groups:
            params = []
            grads = []
            buffers = []
            for p in group["params"]:
                if p.grad is not None:
                    params.append(p)
                    grads.append(p.grad)
                    if group["momentum"] != 0:
                        buffers.append(self.state[p].get("momentum_buffer"))
            update = _sgd_lists if _use_foreach(params, group) else sgd
            update(params, grads, buffers, group)
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
