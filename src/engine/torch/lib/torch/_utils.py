"""torch._utils: lists of tensors as one flat tensor and back, as gradient code of several ranks uses them."""
import torch


def _flatten_dense_tensors(tensors):
    return torch.cat([t.contiguous().view(-1) for t in tensors]) if len(tensors) > 1 else tensors[0].contiguous().view(-1)


def _unflatten_dense_tensors(flat, tensors):
    outputs, at = [], 0
    for t in tensors:
        n = t.numel()
        outputs.append(flat.new_empty(t.size()) if n == 0 else flat.narrow(0, at, n).view(t.size()))
        at += n
    return tuple(outputs)
