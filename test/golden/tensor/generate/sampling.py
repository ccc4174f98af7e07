"""Random numbers: every sampler over seeds, sizes, layouts and types, with the draws it leaves for the next one."""

import itertools

import torch
from common import DTYPES, pack, refusal

# Normal blocks of 16 and their kin differ in last bits between scalar and vector code: both rows are kept, compared loosely.
KEEP = True
SIZES = [0, 1, 2, 15, 16, 17, 31, 32, 33, 100]
SEEDS = [0, 1, 42, 2**31 + 7, 2**40 + 3, -5]
FLOATS = ["float32", "float64", "float16", "bfloat16"]
INTS = ["int64", "int32", "int16", "int8", "uint8", "bool"]


def after():
    """Shows where the sampler left the generator."""
    return torch.randint(0, 2**28 - 1, (2,)).tolist()


def row(op, args, seed, t, apply):
    torch.manual_seed(seed)
    apply(t)
    return {"op": op, "args": args, "seed": str(seed), "strides": list(t.stride()), **pack(t), "after": after()}


def layouts(dtype):
    yield torch.empty(0, 3, dtype=dtype)
    yield torch.empty(3, 7, dtype=dtype).t()
    yield torch.empty(2, 3, 4, dtype=dtype).permute(2, 0, 1)
    yield torch.empty(40, dtype=dtype)[::2]
    yield torch.empty(6, 8, dtype=dtype)[1:5, 2:6]
    yield torch.empty(2, 3, 4, 5, dtype=dtype).to(memory_format=torch.channels_last)


def tensors(dtype, seeds=SEEDS[:2], sizes=SIZES):
    for seed, n in itertools.product(seeds, sizes):
        yield seed, torch.empty(n, dtype=dtype)
    for t in layouts(dtype):
        yield 7, t


def rows():
    for seed in SEEDS:
        yield row("uniform_", [0.0, 1.0], seed, torch.empty(20), lambda t: t.uniform_())
        yield row("normal_", [0.0, 1.0], seed, torch.empty(20), lambda t: t.normal_())
        yield row("normal_", [0.0, 1.0], seed, torch.empty(5), lambda t: t.normal_())
        torch.manual_seed(seed)
        yield {"op": "seed", "seed": str(seed), "initial": str(torch.initial_seed()), "state": pack(torch.get_rng_state())["data"][:88]}
    torch.manual_seed(3)
    torch.randn(3), torch.rand(700)
    yield {"op": "state", **pack(torch.get_rng_state())}
    for name in FLOATS:
        for seed, t in tensors(DTYPES[name]):
            yield row("uniform_", [-1.5, 2.0], seed, t.clone(), lambda t: t.uniform_(-1.5, 2.0))
            yield row("uniform_", [0.0, 1.0], seed, t.clone(), lambda t: t.uniform_())
            yield row("normal_", [0.0, 1.0], seed, t.clone(), lambda t: t.normal_())
            yield row("normal_", [0.3, 0.02], seed, t.clone(), lambda t: t.normal_(0.3, 0.02))
        for seed, t in tensors(DTYPES[name], SEEDS[:1], [1, 5, 16, 33]):
            yield row("exponential_", [1.0], seed, t.clone(), lambda t: t.exponential_())
            yield row("exponential_", [2.5], seed, t.clone(), lambda t: t.exponential_(2.5))
            yield row("cauchy_", [0.0, 1.0], seed, t.clone(), lambda t: t.cauchy_())
            yield row("log_normal_", [1.0, 2.0], seed, t.clone(), lambda t: t.log_normal_())
    for name in FLOATS + INTS:
        dtype = DTYPES[name]
        for seed, t in tensors(dtype, SEEDS[:1], [1, 5, 16, 33]):
            yield row("bernoulli_", [0.3], seed, t.clone(), lambda t: t.bernoulli_(0.3))
            yield row("random_", [None, None], seed, t.clone(), lambda t: t.random_())
            if name != "bool":
                yield row("geometric_", [0.2], seed, t.clone(), lambda t: t.geometric_(0.2))
                yield row("random_", ["3", "60"], seed, t.clone(), lambda t: t.random_(3, 60))
        for seed in SEEDS[:3]:
            for p_name in ("float32", "float64", "bfloat16"):
                p = torch.linspace(0, 1, 21).to(DTYPES[p_name])
                yield {**row("bernoulli_t", [], seed, torch.empty(21, dtype=dtype), lambda t: t.bernoulli_(p)), "p": pack(p)}
    p = torch.linspace(0, 1, 3).reshape(3, 1)
    yield {**row("bernoulli_t", [], 5, torch.empty(4, 3).t(), lambda t: t.bernoulli_(p)), "p": pack(p)}
    for low, high in [(0, 10), (-5, 5), (0, 2**28 - 1), (0, 2**28), (-(2**40), 2**40), (-(2**63), 2**63 - 1), (0, 2**63 - 1), (7, 8)]:
        for seed in SEEDS[:2]:
            yield row("random_", [str(low), str(high)], seed, torch.empty(9, dtype=torch.int64), lambda t: t.random_(low, high))
    for low, high in [(0, 2**24), (0, 2**25), (-(2**30), 2**30), (5, 2**24 + 3), (2**24 + 1, 2**26)]:
        yield row("random_", [str(low), str(high)], 1, torch.empty(9), lambda t: t.random_(low, high))
    for low in (-5, 0, 100):
        for name in ("int64", "int32", "uint8", "float32", "bfloat16"):
            if name != "uint8" or low >= 0:
                yield row("random_", [str(low), None], 1, torch.empty(9, dtype=DTYPES[name]), lambda t: t.random_(low, None))
    yield row("random_", [str(-(2**63)), None], 1, torch.empty(9, dtype=torch.int64), lambda t: t.random_(-(2**63), None))
    for name, low, high in [("uint8", 0, 300), ("int8", -200, 5), ("int64", 5, 5), ("float16", 0, 70000), ("bool", 0, 3), ("int32", 0, 2**40), ("float32", 9, 2)]:
        yield {"op": "refused", "dtype": name, "args": [str(low), str(high)], **refusal(lambda: torch.empty(3, dtype=DTYPES[name]).random_(low, high) and None)}
    for n, seed in itertools.product([0, 1, 2, 5, 16, 50, 1000], SEEDS[:3]):
        torch.manual_seed(seed)
        yield {"op": "randperm", "n": n, "seed": str(seed), **pack(torch.randperm(n)), "after": after()}
    for name, seed in itertools.product(FLOATS, SEEDS[:3]):
        for shape in ([6], [3, 6]):
            torch.manual_seed(seed + 100)
            p = torch.rand(shape).to(DTYPES[name])
            for count, replacement in [(1, False), (4, False), (6, False), (1, True), (12, True)]:
                torch.manual_seed(seed)
                samples = torch.multinomial(p, count, replacement)
                yield {"op": "multinomial", "p": pack(p), "count": count, "replacement": replacement, "seed": str(seed), **pack(samples), "after": after()}
    for big in (1000, 4096 + 5):
        for name in ("float32", "float64"):
            yield row("normal_", [0.0, 1.0], 11, torch.empty(big, dtype=DTYPES[name]), lambda t: t.normal_())
