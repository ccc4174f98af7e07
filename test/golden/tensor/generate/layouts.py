"""Strides of elementwise results for one to three operands of mixed layouts."""

import random

import torch
from views import shape, strided


def operand(rng, sizes):
    """Broadcastable to sizes."""
    own = [1 if rng.random() < 0.15 else s for s in sizes]
    return strided(rng, own[rng.choice([0, 0, 0, 1, 2]):] if rng.random() < 0.3 else own)


def rows():
    rng = random.Random(11)
    for i in range(1500):
        sizes = shape(rng, rng.randint(1, 5), (1, 2, 2, 3, 4))
        count = rng.choice([1, 1, 2, 2, 2, 3])
        tensors = [operand(rng, sizes) for _ in range(count)]
        if i % 10 == 0 and len(sizes) == 4:
            tensors = [t.contiguous(memory_format=torch.channels_last) if t.dim() == 4 else t for t in tensors]
        if count == 1:
            result = tensors[0].neg()
        elif count == 2:
            result = tensors[0] + tensors[1]
        else:
            result = torch.addcmul(*tensors)
        yield {"in": [[list(t.shape), list(t.stride())] for t in tensors], "sizes": list(result.shape), "strides": list(result.stride())}
