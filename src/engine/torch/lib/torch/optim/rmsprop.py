"""RMSprop."""
import torch

from .optimizer import Optimizer, _get_scalar_dtype, _parts, _to_scalar, _use_grad_for_differentiable


class RMSprop(Optimizer):
    def __init__(self, params, lr=1e-2, alpha=0.99, eps=1e-8, weight_decay=0, momentum=0, centered=False, capturable=False, foreach=None,
                 maximize=False, differentiable=False):
        if not 0.0 <= lr:
            raise ValueError(f"Invalid learning rate: {lr}")
        if not 0.0 <= eps:
            raise ValueError(f"Invalid epsilon value: {eps}")
        if not 0.0 <= momentum:
            raise ValueError(f"Invalid momentum value: {momentum}")
        if not 0.0 <= weight_decay:
            raise ValueError(f"Invalid weight_decay value: {weight_decay}")
        if not 0.0 <= alpha:
            raise ValueError(f"Invalid alpha value: {alpha}")
        super().__init__(params, dict(lr=lr, momentum=momentum, alpha=alpha, eps=eps, centered=centered, weight_decay=weight_decay,
                                      capturable=capturable, foreach=foreach, maximize=maximize, differentiable=differentiable))

    def _init_group(self, group, params, grads, states):
        for p in group["params"]:
            if p.grad is None:
                continue
            state = self.state[p]
            if len(state) == 0:
                state["step"] = torch.zeros((), dtype=_get_scalar_dtype())
                state["square_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                if group["momentum"] > 0:
                    state["momentum_buffer"] = torch.zeros_like(p, memory_format=torch.preserve_format)
                if group["centered"]:
                    state["grad_avg"] = torch.zeros_like(p, memory_format=torch.preserve_format)
            params.append(p)
            grads.append(p.grad)
            states.append(state)

    @_use_grad_for_differentiable
    def step(self, closure=None):
        loss = self._closure(closure)
        for group in self.param_groups:
            params, grads, states = [], [], []
            self._init_group(group, params, grads, states)
            for param, grad, state in zip(params, grads, states):
                self._update(param, grad, state, group)
        return loss

    def _update(self, param, grad, state, group):
        lr = _to_scalar(group["lr"])
        alpha, eps, weight_decay, momentum = group["alpha"], group["eps"], group["weight_decay"], group["momentum"]
        grad = grad if not group["maximize"] else -grad
        square_avg = state["square_avg"]
        step = state["step"]
        step += 1
        if weight_decay != 0:
            grad = grad.add(param, alpha=weight_decay)
        whole = param
        param, grad, square_avg = _parts(whole, param, grad, square_avg)
        square_avg.mul_(alpha).addcmul_(grad, grad, value=1 - alpha)
        if group["centered"]:
            grad_avg, = _parts(whole, state["grad_avg"])
            grad_avg.lerp_(grad, 1 - alpha)
            avg = square_avg.addcmul(grad_avg, grad_avg, value=-1).sqrt_()
        else:
            avg = square_avg.sqrt()
        avg = avg.add_(eps)
        if momentum > 0:
            buf, = _parts(whole, state["momentum_buffer"])
            buf.mul_(momentum).addcdiv_(grad, avg)
            param.add_(buf, alpha=-lr)
        else:
            param.addcdiv_(grad, avg, value=-lr)
