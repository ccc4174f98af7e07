"""Sizes and strides: contiguity, views, expansion, broadcasting, inferred sizes, with PyTorch's refusals."""

import itertools
import random

import torch
from common import refusal


def shape(rng, rank, sizes=(0, 1, 1, 2, 3, 4)):
    return [rng.choice(sizes) for _ in range(rank)]


def strided(rng, sizes):
    """A tensor of these sizes with some layout: permuted, sliced, expanded or plain."""
    rank = len(sizes)
    perm = list(range(rank))
    rng.shuffle(perm)
    base = torch.empty([max(sizes[p], 0) * rng.choice([1, 1, 1, 2]) for p in perm])
    t = base.permute([perm.index(i) for i in range(rank)])
    for d, s in enumerate(sizes):
        t = t[(slice(None),) * d + (slice(0, s * 2, 2),)] if t.shape[d] == 2 * s and s else t.narrow(d, 0, s)
    for d, s in enumerate(sizes):
        if rng.random() < 0.15 and s:
            t = t.narrow(d, 0, 1).expand(*[-1] * d, s, *[-1] * (rank - d - 1))
    return t


def split(rng, n):
    """Random factors of n, with ones thrown in."""
    out = []
    while n > 1 and rng.random() < 0.8:
        f = rng.choice([d for d in range(1, n + 1) if n % d == 0])
        out.append(f)
        n //= f
    out.append(n)
    if rng.random() < 0.3:
        out.insert(rng.randrange(len(out) + 1), 1)
    return out


def rows():
    rng = random.Random(7)
    for _ in range(700):
        t = strided(rng, shape(rng, rng.randint(0, 5)))
        yield {
            "kind": "facts", "sizes": list(t.shape), "strides": list(t.stride()), "contiguous": t.is_contiguous(),
            "dense": torch.ops.aten.is_non_overlapping_and_dense(t),
            "channelsLast": t.dim() == 4 and t.is_contiguous(memory_format=torch.channels_last),
            "like": list(torch.empty_like(t).stride()), "clone": list(t.clone().stride()),
        }
    for _ in range(900):
        t = strided(rng, shape(rng, rng.randint(0, 4), (1, 2, 2, 3, 4, 6)))
        target = split(rng, t.numel())
        answer = refusal(lambda: list(t.view(target).stride()))
        yield {"kind": "view", "sizes": list(t.shape), "strides": list(t.stride()), "target": target, "ok": answer.get("ok")}
    for sizes, target in [([0, 3], [3, 0]), ([2, 0], [0]), ([0], [0, 5]), ([2, 0, 3], [4, 0, 1]), ([], [1, 1]), ([], []), ([1], [])]:
        t = torch.empty(sizes)
        yield {"kind": "view", "sizes": sizes, "strides": list(t.stride()), "target": target, "ok": list(t.view(target).stride())}
    for numel, target in [(6, [-1]), (6, [2, -1]), (6, [-1, -1]), (6, [4, -1]), (6, [2, 2]), (0, [-1, 0]), (0, [-1]), (0, [2, -1]),
                          (6, [-2, 3]), (6, [3, -2]), (1, []), (2, []), (6, [-1, 2, 3]), (6, [-1, 0]), (0, [0]), (0, [3])]:
        yield {"kind": "infer", "numel": numel, "target": target, **refusal(lambda: list(torch.empty(numel).reshape(target).shape))}
    for _ in range(400):
        a, b = shape(rng, rng.randint(0, 4), (1, 1, 2, 3)), shape(rng, rng.randint(0, 4), (1, 1, 2, 3))
        yield {"kind": "broadcast", "a": a, "b": b, **refusal(lambda: list((torch.empty(a) + torch.empty(b)).shape))}
    for _ in range(400):
        t = strided(rng, shape(rng, rng.randint(0, 3), (1, 1, 2, 3)))
        target = [rng.choice([s, s, -1, 2, 5]) for s in ([4] * rng.choice([0, 0, 1, 2]) + list(t.shape))]
        if rng.random() < 0.1 and target:
            target = target[1:]
        answer = refusal(lambda: (lambda e: [list(e.shape), list(e.stride())])(t.expand(target)))
        yield {"kind": "expand", "sizes": list(t.shape), "strides": list(t.stride()), "target": target, **answer}
    for dim, rank in itertools.product(range(-4, 4), range(0, 4)):
        yield {"kind": "dim", "dim": dim, "rank": rank, **refusal(lambda: torch.empty([2] * rank).sum(dim) is not None)}
