"""Number formats: decoding of every pattern, encoding of hashed floats and of chosen ones, casts between all types."""

import itertools
import math

import torch
from common import DTYPES, digest, doubles, floats, hashed, text

LOSS = 0.05  # NaN bits of bfloat16 differ between scalar and vector code
HALVES = ["float16", "bfloat16"]
EIGHTS = ["float8_e4m3fn", "float8_e5m2"]
CHOSEN = [0.0, -0.0, 1.0, -1.5, 0.1, 1 / 3, 2.5, 3.5, -2.5, 65504.0, 65519.0, 65520.0, 65536.0, 6e-8, 2.9e-8, 3e-8, 1e-40, 1e-45,
          3.4e38, 3.3895e38, 3.4028234e38, 447.0, 448.0, 449.0, 464.0, 465.0, 480.0, 57344.0, 61439.0, 61440.0, 61441.0,
          2**-9, 2**-10, 2**-10 * 1.001, 1 + 2**-8, 1 + 2**-8 + 2**-16, 1 + 2**-11, math.inf, -math.inf, 300.7, -300.7,
          127.0, 128.0, 255.0, 256.0, -128.0, -129.0, 2.0**31, -(2.0**31), 2.0**31 - 1, 2.0**62, 2.0**63, -(2.0**63), 1e10, -1e10,
          1e19, 3000000005.0, -3000000005.0, 1e300, 1 + 2**-11 + 2**-40, 1 + 2**-24 + 2**-50, 16777217.0, 2**53 + 2.0]
INTEGERS = [0, 1, -1, 127, 128, -128, -129, 255, 256, 300, 2**15, 2**16 + 3, 2**24 + 1, 2**25 + 3, 2**31 - 1, 2**31, -(2**31),
            2**40 + 300, 2**53 - 1, 2**53 + 1, 2**54 + 3, 2**60 + 2**36 + 1, 2**63 - 1, -(2**63), -(2**63) + 1, -(2**55) - 2**30]


def rows():
    for name in HALVES + EIGHTS:
        dtype = DTYPES[name]
        size = dtype.itemsize
        codes = torch.arange(256 ** size, dtype=torch.int32).to(torch.uint8 if size == 1 else torch.int16)
        values = codes.view(dtype).float()
        finite = torch.where(values.isnan(), torch.tensor(7.0), values)
        yield {"kind": "decode", "dtype": name, "digest": digest(finite)}
        yield {"kind": "encode", "dtype": name, "count": 1 << 18, "digest": digest(floats(1 << 18).to(dtype))}
        yield {"kind": "near", "dtype": name, "count": 1 << 16, "digest": digest((doubles(1 << 16) * 600).to(dtype))}
        yield {"kind": "nan", "dtype": name, "data": text(torch.tensor([math.nan]).to(dtype))}
    for source in ("float64", "float32", "float16", "bfloat16"):
        for target in DTYPES:
            data = torch.tensor(CHOSEN, dtype=torch.float64).to(DTYPES[source])
            yield {"kind": "cast", "from": source, "to": target, "input": text(data), "data": text(data.to(DTYPES[target]))}
            nan = torch.tensor([math.nan]).to(DTYPES[source])
            if DTYPES[target].is_floating_point is False:
                yield {"kind": "cast", "from": source, "to": target, "input": text(nan), "data": text(nan.to(DTYPES[target]))}
    for source, target in itertools.product(EIGHTS, DTYPES):
        data = torch.arange(256, dtype=torch.int32).to(torch.uint8).view(DTYPES[source])
        data = data[~data.float().isnan()]
        yield {"kind": "cast", "from": source, "to": target, "input": text(data), "data": text(data.to(DTYPES[target]))}
    for source, target in itertools.product(("int64", "int32", "int16", "int8", "uint8", "bool"), DTYPES):
        data = torch.tensor(INTEGERS, dtype=torch.int64).to(DTYPES[source])
        yield {"kind": "cast", "from": source, "to": target, "input": text(data), "data": text(data.to(DTYPES[target]))}
    wide = (hashed(1 << 14) << 31) ^ hashed(1 << 14, offset=99)
    yield {"kind": "wide", "count": 1 << 14, "digest": digest(wide.float())}
