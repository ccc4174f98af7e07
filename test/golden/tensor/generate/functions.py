"""Elementary and special functions on float32 (PyTorch) and their correctly rounded double values (mpmath)."""

import ctypes
import random
import struct

import mpmath
import torch
from common import text

# float32 last bits depend on the vector library: the reference is kept, `differing` counts the rest.
KEEP = True
ALL, UNIT, POSITIVE = (-88, 88), (-1, 1), (1e-6, 50)
RANGES = {
    "exp": ALL, "expm1": ALL, "exp2": ALL, "log": POSITIVE, "log1p": (-0.99, 50), "log2": POSITIVE, "log10": POSITIVE, "sin": ALL,
    "cos": ALL, "tan": ALL, "asin": UNIT, "acos": UNIT, "atan": ALL, "sinh": (-80, 80), "cosh": (-80, 80), "tanh": (-9, 9),
    "asinh": ALL, "acosh": (1, 50), "atanh": UNIT, "sigmoid": (-40, 40), "erf": (-4, 4), "erfc": (-4, 9), "erfinv": UNIT,
    "lgamma": (1e-3, 30), "digamma": (1e-3, 30),
}
EXACT = {
    "lgamma": mpmath.loggamma, "digamma": mpmath.digamma, "log2": lambda x: mpmath.log(x) / mpmath.log(2), "exp2": lambda x: mpmath.mpf(2) ** x,
    "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)), "log1p": lambda x: mpmath.log(1 + x),
}


def bits(values):
    return [struct.pack("<d", v).hex() for v in values]


def rows():
    mpmath.mp.prec = 300
    rng = random.Random(4)
    for name, (low, high) in RANGES.items():
        x = (torch.arange(2048, dtype=torch.float64) * (high - low) / 2048 + low + (high - low) / 5000).float()
        yield {"kind": "float32", "name": name, "input": text(x), "data": text(getattr(torch.special if name == "digamma" else torch, name)(x))}
        exact = EXACT.get(name) or getattr(mpmath, name)
        points = [rng.uniform(low, high) for _ in range(60)] + [rng.uniform(low, high) * 10 ** rng.uniform(-9, 0) for _ in range(20)]
        points = [p for p in points if low <= p <= high]
        yield {"kind": "double", "name": name, "input": bits(points), "data": bits(float(mpmath.re(exact(mpmath.mpf(p)))) for p in points)}
    huge = [10 ** rng.uniform(5, 300) for _ in range(40)] + [k * 1.5707963267948966 for k in range(1, 30)]
    for name in ("sin", "cos", "tan"):
        yield {"kind": "double", "name": name, "input": bits(huge), "data": bits(float(getattr(mpmath, name)(mpmath.mpf(p))) for p in huge)}
    pairs = [(rng.uniform(0.01, 20), rng.uniform(-30, 30)) for _ in range(200)]
    yield {"kind": "double", "name": "pow", "input": bits(p[0] for p in pairs), "second": bits(p[1] for p in pairs),
           "data": bits(float(mpmath.mpf(a) ** mpmath.mpf(b)) for a, b in pairs)}
    pairs = [(rng.uniform(-5, 5), rng.uniform(-5, 5)) for _ in range(200)]
    yield {"kind": "double", "name": "atan2", "input": bits(p[0] for p in pairs), "second": bits(p[1] for p in pairs),
           "data": bits(float(mpmath.atan2(mpmath.mpf(a), mpmath.mpf(b))) for a, b in pairs)}
    special = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 0.5, -2.0, 3.0, 1e300, -1e300, 2.0]
    x = torch.tensor(special, dtype=torch.float64)
    for name in RANGES:
        yield {"kind": "special", "name": name, "input": bits(special), "data": bits(getattr(torch.special if name == "digamma" else torch, name)(x).tolist())}
    a, b = (g.reshape(-1) for g in torch.meshgrid(x, x, indexing="ij"))
    for name in ("pow", "atan2"):
        yield {"kind": "special", "name": name, "input": bits(a.tolist()), "second": bits(b.tolist()), "data": bits(getattr(torch, name)(a, b).tolist())}
    x = (torch.arange(1501, dtype=torch.float64) / 150 - 5).float()
    gelu = torch.nn.functional.gelu
    strided = torch.stack([x, x], 1)[:, 0]
    grad = torch.autograd.grad(gelu(leaf := x.clone().requires_grad_()).sum(), leaf)[0]
    for name, data in (("geluF32", gelu(x)), ("geluScalarF32", gelu(strided)), ("geluGradF32", grad)):
        yield {"kind": "steps", "name": name, "input": text(x), "data": text(data)}
    libm = ctypes.CDLL("libm.so.6")
    x = torch.cat([x[::2] * 20, (torch.arange(700, dtype=torch.float64) / 100).float()])
    for name in ("exp", "log", "sin", "cos", "erf", "expm1", "log1p", "tanh"):
        f = getattr(libm, name + "f")
        f.restype, f.argtypes = ctypes.c_float, [ctypes.c_float]
        points = x.abs() if name in ("log", "log1p") else x.clamp(-85, 85)
        yield {"kind": "steps", "name": name + "F32", "input": text(points), "data": text(torch.tensor([f(v) for v in points.tolist()]))}
