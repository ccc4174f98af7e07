"""What the sections share: packing tensors as text, and number sequences that TypeScript can make too."""

import base64
import hashlib

import torch

DTYPES = {
    name: getattr(torch, name)
    for name in (
        "float64 float32 float16 bfloat16 float8_e4m3fn float8_e5m2 int64 int32 int16 int8 uint8 bool complex64".split()
    )
}


def name_of(dtype):
    return str(dtype).removeprefix("torch.")


def raw(t):
    """The bytes of the elements in logical order."""
    t = t.detach().contiguous().reshape(-1)
    return t.view(torch.uint8).numpy().tobytes() if t.numel() else b""


def pack(t):
    return {"dtype": name_of(t.dtype), "sizes": list(t.shape), "data": base64.b64encode(raw(t)).decode()}


def text(t):
    return base64.b64encode(raw(t)).decode()


def digest(t):
    return hashlib.sha256(raw(t)).hexdigest()


def hashed(n, factor=0x9E3779B1, offset=12345):
    """n well-mixed 32-bit patterns: (i * factor + offset) mod 2^32."""
    return ((torch.arange(n, dtype=torch.int64) * factor + offset) & 0xFFFFFFFF)


def floats(n, offset=12345):
    """Every kind of float32: hashed bit patterns, NaN replaced by 1."""
    bits = hashed(n, offset=offset)
    bits = torch.where(bits >= 2**31, bits - 2**32, bits).to(torch.int32)
    return bits.view(torch.float32).nan_to_num(nan=1.0, posinf=float("inf"), neginf=float("-inf"))


def doubles(n, offset=777):
    """float64 from -1 to 1, all multiples of 2^-31."""
    return (hashed(n, offset=offset).double() - 2**31) / 2**31


def refusal(call):
    """Type and message of the exception, or the result."""
    try:
        return {"ok": call()}
    except Exception as e:
        return {"error": type(e).__name__, "message": str(e).split("\nException raised from")[0]}
