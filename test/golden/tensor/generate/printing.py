"""repr of many tensors: types, shapes, magnitudes, layouts, suffixes, options; and Python's number formats."""

import itertools
import math
import random
import struct

import torch
from common import DTYPES, pack

LOSS = 0.01  # NaN bits of bfloat16 inputs differ between scalar and vector code
PLAIN = {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80, "sci_mode": None}
SHAPES = [[], [1], [2], [5], [17], [2, 3], [3, 1], [1, 4], [4, 20], [2, 2, 2], [1, 1, 3], [2, 1, 3, 2], [3, 7, 5]]
FLOATS = ["float64", "float32", "float16", "bfloat16", "float8_e4m3fn", "float8_e5m2"]
INTS = ["int64", "int32", "int16", "int8", "uint8", "bool"]


def numbers(rng, style, n):
    one = {
        "unit": lambda: rng.random(),
        "normal": lambda: rng.gauss(0, 1),
        "whole": lambda: float(rng.randint(-20, 20)),
        "large": lambda: rng.gauss(0, 1) * 10 ** rng.randint(0, 9),
        "tiny": lambda: rng.gauss(0, 1) * 10 ** rng.randint(-8, 0),
        "spread": lambda: rng.gauss(0, 1) * 10 ** rng.randint(-30, 30),
        "special": lambda: rng.choice([0.0, -0.0, 1.0, -2.0, math.inf, -math.inf, math.nan, 0.5]),
        "specialWhole": lambda: rng.choice([0.0, 1.0, 200.0, math.inf, -math.inf, math.nan]),
        "empty": lambda: rng.choice([0.0, -0.0, math.nan, math.inf]),
        "tie": lambda: rng.randint(-40, 40) / 32 + rng.choice([0, 1 / 100000]),
        "wholeLarge": lambda: float(rng.randint(-(10**9), 10**9)),
    }[style]
    return [one() for _ in range(n)]


def row(t, **options):
    suffix = {k: options.pop(k) for k in ("grad", "fn") if k in options}
    torch.set_printoptions(**{**PLAIN, **options})
    if suffix.get("grad"):
        t = t.requires_grad_()
    shown = t * 2 if suffix.get("fn") else t
    result = {"tensor": pack(shown), "options": options, **suffix, "repr": repr(shown)}
    if list(shown.stride()) != list(torch.empty(shown.shape).stride()):
        result["strides"] = list(shown.stride())
    torch.set_printoptions(**PLAIN)
    return result


def rows():
    rng = random.Random(3)
    styles = "unit normal whole large tiny spread special specialWhole empty tie wholeLarge".split()
    for shape, style, name in itertools.product(SHAPES, styles, ["float32", "float64"]):
        if name == "float32" or shape in ([], [5], [2, 3], [4, 20]):
            yield row(torch.tensor(numbers(rng, style, math.prod(shape)), dtype=DTYPES[name]).reshape(shape))
    for style, name in itertools.product(styles, FLOATS[2:]):
        for shape in ([], [5], [2, 3]):
            yield row(torch.tensor(numbers(rng, style, math.prod(shape))).to(DTYPES[name]).reshape(shape))
    for shape, name in itertools.product(SHAPES, INTS):
        for scale in (3, 100, 2**62):
            values = [rng.randint(-scale, scale) for _ in range(math.prod(shape))]
            yield row(torch.tensor(values, dtype=torch.int64).reshape(shape).to(DTYPES[name]))
    for shape, style in itertools.product(([], [1], [4], [2, 3]), styles):
        n = math.prod(shape)
        yield row(torch.complex(torch.tensor(numbers(rng, style, n)), torch.tensor(numbers(rng, style, n))).reshape(shape))
    for shape in ([0], [0, 3], [2, 0], [1, 0, 2]):
        for name in DTYPES:
            yield row(torch.empty(shape, dtype=DTYPES[name]))
    for shape in ([1001], [1000], [40, 30], [2, 600], [600, 2], [7, 7, 30], [2, 3, 300], [11, 11, 11]):
        n = math.prod(shape)
        yield row((torch.arange(n) / 8).reshape(shape))
        yield row(torch.arange(n).reshape(shape))
    for options in ({"precision": 0}, {"precision": 2}, {"precision": 8}, {"linewidth": 40}, {"linewidth": 120}, {"threshold": 5},
                    {"threshold": 5, "edgeitems": 1}, {"threshold": 5, "edgeitems": 0}, {"sci_mode": True}, {"sci_mode": False},
                    {"threshold": math.inf}, {"sci_mode": True, "precision": 1}):
        for shape, style in itertools.product(([], [3], [20], [5, 9], [2, 3, 4]), ("normal", "whole", "spread", "special")):
            if options.get("threshold") == math.inf:
                options = {"threshold": 10**9}
            yield row(torch.tensor(numbers(rng, style, math.prod(shape))).reshape(shape), **options)
    for name in ("float32", "float64", "bfloat16"):
        for shape in ([], [3], [9], [2, 8], [0], [0, 2]):
            t = torch.tensor(numbers(rng, "normal", math.prod(shape))).to(DTYPES[name]).reshape(shape)
            yield row(t.clone(), grad=True)
            yield row(t.clone(), grad=True, fn="MulBackward0")
    for t in (torch.arange(12.0).reshape(3, 4).t(), torch.arange(24).reshape(2, 3, 4).permute(2, 0, 1), torch.ones(1, 3).expand(4, 3)):
        yield row(t)
    for _ in range(1500):
        x = struct.unpack("<d", struct.pack("<Q", rng.getrandbits(64)))[0] if rng.random() < 0.3 else numbers(rng, rng.choice(styles), 1)[0]
        if rng.random() < 0.2:
            x = rng.randint(-200, 200) / 2 ** rng.randint(0, 12)
        digits = rng.choice([0, 1, 2, 4, 4, 6, 8, 17])
        bits = struct.pack("<d", x).hex()
        yield {"bits": bits, "digits": digits, "fixed": f"{x:.{digits}f}", "exponent": f"{x:.{digits}e}"}
