"""SparseAdam: Adam for gradients in coordinates, that moves only what a gradient names; after torch/optim/{sparse_adam,_functional}.py."""
import functools
import math

import torch
from torch._C import _sparse

from .optimizer import Optimizer


def _in_phase(step):
    @functools.wraps(step)
    def run(*args, **kwargs):
        before = torch._set_phase("optimizer")
        try:
            return step(*args, **kwargs)
        finally:
            torch._set_phase(before)
    return run


class SparseAdam(Optimizer):
    def __init__(self, params, lr=1e-3, betas=(0.9, 0.999), eps=1e-8, maximize=False):
        if not 0.0 < lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 < eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        for i, beta in enumerate(betas):
            if not 0.0 <= beta < 1.0:
                raise ValueError(f"Invalid beta parameter at index {i}: {beta}")
        super().__init__(params, dict(lr=lr, betas=betas, eps=eps, maximize=maximize))
        sparse = [[i, j] for i, group in enumerate(self.param_groups) for j, p in enumerate(group["params"]) if p.is_sparse]
        if sparse:
            raise ValueError(f"Sparse params at indices {sparse}: SparseAdam requires dense parameter tensors")

    @torch.no_grad()
    @_in_phase
    def step(self, closure=None):
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            found = []
            for p in group["params"]:
                if p.grad is None:
                    continue
                if not p.grad.is_sparse:
                    raise RuntimeError("SparseAdam does not support dense gradients, please consider Adam instead")
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["exp_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                    state["exp_avg_sq"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                state["step"] += 1
                found.append((p, p.grad, state))
            for p, grad, state in found:
                self._move(p, grad, state, group)
        return loss

    def _move(self, p, grad, state, group):
        beta1, beta2 = group["betas"]
        grad = -grad if group["maximize"] else grad
        # What follows is not linear: each index may stand there once.
        grad = grad.coalesce()
        indices, values = grad._indices(), grad._values()
        if values.numel() == 0:
            return
        first, second, step = state["exp_avg"], state["exp_avg_sq"], state["step"]
        # old + (1 - beta) * (new - old)
        old = first.sparse_mask(grad)._values()
        change = values.sub(old).mul_(1 - beta1)
        first.add_(_sparse.make(indices, change, tuple(grad.size()), None))
        old_square = second.sparse_mask(grad)._values()
        change_square = values.pow(2).sub_(old_square).mul_(1 - beta2)
        second.add_(_sparse.make(indices, change_square, tuple(grad.size()), None))
        numer = change.add_(old)
        change_square.add_(old_square)
        denom = change_square.sqrt_().add_(group["eps"])
        size = group["lr"] * math.sqrt(1 - beta2 ** step) / (1 - beta1 ** step)
        p.add_(_sparse.make(indices, -size * numer.div_(denom), tuple(grad.size()), None))


def _adagrad(param, grad, state_sum, clr, eps):
    """Adagrad's step by a gradient in coordinates."""
    indices, values, size = grad._indices(), grad._values(), grad.size()
    state_sum.add_(_sparse.make(indices, values.pow(2), tuple(size), None))
    std = state_sum.sparse_mask(grad)._values().sqrt_().add_(eps)
    param.add_(_sparse.make(indices, values / std, tuple(size), None), alpha=-clr)
