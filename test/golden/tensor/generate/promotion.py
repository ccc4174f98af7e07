"""Type promotion: every pair of types and Python numbers in every rank, and castability."""

import itertools

import torch
from common import DTYPES, name_of, refusal

PYTHON = {"bool": True, "int": 1, "float": 1.5, "complex": 1j}


def operands():
    for name, dtype in DTYPES.items():
        yield f"{name}[2]", torch.zeros(2, dtype=dtype)
        yield f"{name}[]", torch.zeros((), dtype=dtype)
    yield from PYTHON.items()


def rows():
    for (a, x), (b, y) in itertools.product(DTYPES.items(), repeat=2):
        yield {"kind": "promote", "a": a, "b": b, **refusal(lambda: name_of(torch.promote_types(x, y)))}
        yield {"kind": "can_cast", "a": a, "b": b, "ok": torch.can_cast(x, y)}
    for default in ("float32", "float64"):
        torch.set_default_dtype(DTYPES[default])
        for (a, x), (b, y) in itertools.product(operands(), repeat=2):
            if a in PYTHON and b in PYTHON:
                continue
            if default == "float64" and not (a in PYTHON or b in PYTHON):
                continue
            answer = refusal(lambda: name_of(torch.result_type(x, y)))
            yield {"kind": "result", "default": default, "a": a, "b": b, **answer}
    torch.set_default_dtype(torch.float32)
