"""Makes number-formats.json: what ml_dtypes and PyTorch make of some numbers, for test/unit/site/formats.test.ts.

Run with a Python that has ml_dtypes, and then with one that has torch; each adds its half.
"""
import json
import math
import os
import struct

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "number-formats.json")
held = json.load(open(HERE)) if os.path.exists(HERE) else {}


def f32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


numbers = [0.0, 0.1, 1 / 3, 1.0, 1.1, 1.00390625, 3.14159265, 0.001, 2.0**-10, 2.0**-16, 5.0, 17.0, 19.0, 100.0]
numbers += [240.0, 247.9, 248.0, 257.0, 300.0, 448.0, 464.0, 15.5, 15.8, 57344.0, 61439.0, 61440.0, 65504.0, 65520.0]
state = 12345
for _ in range(300):
    state = (state * 1103515245 + 12345) % 2**31
    mantissa = 1 + state / 2**31
    state = (state * 1103515245 + 12345) % 2**31
    numbers.append(mantissa * 2.0 ** (state % 40 - 24))
numbers = [f32(x) for x in numbers]
numbers += [-x for x in numbers[1:60]]
held["numbers"] = numbers

try:
    import ml_dtypes
    import numpy as np

    names = {"float8_e4m3": ml_dtypes.float8_e4m3, "float8_e3m4": ml_dtypes.float8_e3m4, "float8_e5m2": ml_dtypes.float8_e5m2,
             "float4_e2m1": ml_dtypes.float4_e2m1fn}
    held["ml_dtypes"] = {
        name: [int(v) for v in np.array(numbers, dtype=np.float32).astype(kind).view(np.uint8)] for name, kind in names.items()
    }
    held["values"] = {
        name: [None if math.isnan(float(v)) else str(float(v)) for v in np.arange(16 if "4_" in name else 256, dtype=np.uint8).view(kind)]
        for name, kind in names.items()
    }
except ImportError:
    pass

try:
    import torch

    names = {"bfloat16": torch.bfloat16, "float16": torch.float16, "float8_e4m3fn": torch.float8_e4m3fn, "float8_e5m2": torch.float8_e5m2}
    x = torch.tensor(numbers, dtype=torch.float32)
    held["torch"] = {
        name: [int(v) & (0xFFFF if kind.itemsize == 2 else 0xFF) for v in x.to(kind).view(torch.int16 if kind.itemsize == 2 else torch.uint8)]
        for name, kind in names.items()
    }
except ImportError:
    pass

json.dump(held, open(HERE, "w"))
