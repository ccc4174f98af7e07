"""Limiting gradients, by total norm or by value. Lists of tensors go through the `_foreach_` operators, as by default."""
import torch


def _one_by_one(tensors, foreach):
    """Distributed tensors too: the same values, and no operator on lists of them."""
    return foreach is False or hasattr(tensors[0], "device_mesh")


def _groups(tensors):
    """The tensors by device and type, the last group first (as PyTorch's hash map has them)."""
    groups = {}
    for t in tensors:
        groups.setdefault((t.device, t.dtype), []).append(t)
    return list(reversed(groups.values()))


def get_total_norm(tensors, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    tensors = [tensors] if isinstance(tensors, torch.Tensor) else list(tensors)
    norm_type = float(norm_type)
    if len(tensors) == 0:
        return torch.tensor(0.0)
    first_device = tensors[0].device
    norms = []
    for group in _groups(tensors):
        if _one_by_one(group, foreach):
            norms.extend(torch.linalg.vector_norm(g, norm_type) for g in group)
        else:
            norms.extend(torch._foreach_norm(group, norm_type))
    total_norm = torch.linalg.vector_norm(torch.stack([norm.to(first_device) for norm in norms]), norm_type)
    if error_if_nonfinite and torch.logical_or(total_norm.isnan(), total_norm.isinf()):
        raise RuntimeError(f"The total norm of order {norm_type} for gradients from `parameters` is non-finite, so it cannot be clipped. "
                           "To disable this error and scale the gradients by the non-finite norm anyway, set `error_if_nonfinite=False`")
    return total_norm


def clip_grads_with_norm_(parameters, max_norm, total_norm, foreach=None):
    parameters = [parameters] if isinstance(parameters, torch.Tensor) else list(parameters)
    grads = [p.grad for p in parameters if p.grad is not None]
    max_norm = float(max_norm)
    if len(grads) == 0:
        return
    clip_coef = max_norm / (total_norm + 1e-6)
    clip_coef_clamped = torch.clamp(clip_coef, max=1.0)
    for group in _groups(grads):
        if _one_by_one(group, foreach):
            for g in group:
                g.mul_(clip_coef_clamped.to(g.device))
        else:
            torch._foreach_mul_(group, clip_coef_clamped.to(group[0].device))


def clip_grad_norm_(parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None):
    with torch.no_grad():
        parameters = [parameters] if isinstance(parameters, torch.Tensor) else list(parameters)
        grads = [p.grad for p in parameters if p.grad is not None]
        total_norm = get_total_norm(grads, norm_type, error_if_nonfinite, foreach)
        clip_grads_with_norm_(parameters, max_norm, total_norm, foreach)
        return total_norm


clip_grad_norm = clip_grad_norm_


def clip_grad_value_(parameters, clip_value, foreach=None):
    with torch.no_grad():
        if isinstance(parameters, torch.Tensor):
            parameters = [parameters]
        clip_value = float(clip_value)
        for group in _groups([p.grad for p in parameters if p.grad is not None]):
            if foreach is False:
                for g in group:
                    g.clamp_(min=-clip_value, max=clip_value)
            else:
                torch._foreach_clamp_min_(group, -clip_value)
                torch._foreach_clamp_max_(group, clip_value)
