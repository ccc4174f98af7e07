"""torch.testing: assert_close; after torch/testing/_comparison.py.

Leaves out: sparse, quantised and nested tensors; of make_tensor complex and eight-bit numbers.
"""
import collections.abc
import math

import torch
from torch._C import _missing, _refuse

_PRECISIONS = {
    torch.float16: (0.001, 1e-5),
    torch.bfloat16: (0.016, 1e-5),
    torch.float32: (1.3e-6, 1e-5),
    torch.float64: (1e-7, 1e-7),
    torch.complex64: (1.3e-6, 1e-5),
}
_OF_NUMBERS = {int: torch.int64, float: torch.float64}


class _Failure(Exception):
    """An error to be raised, and the way to the items that it is about."""

    def __init__(self, kind, text, path):
        super().__init__(text)
        self.kind = kind
        self.text = text
        self.path = path

    def error(self, msg=None):
        if isinstance(msg, str):
            return self.kind(msg)
        text = self.text
        if self.path:
            text += f"\n\nThe failure occurred for item {''.join(str([item]) for item in self.path)}"
        return self.kind(msg(text) if callable(msg) else text)


def _tolerances(dtypes, rtol, atol, path):
    if (rtol is None) != (atol is None):
        missing = "rtol" if rtol is None else "atol"
        raise _Failure(ValueError, f"Both 'rtol' and 'atol' must be either specified or omitted, but got no {missing}.", path)
    if rtol is not None:
        return rtol, atol
    known = [_PRECISIONS.get(d, (0.0, 0.0)) for d in dtypes]
    return max(r for r, _ in known), max(a for _, a in known)


def _mismatch(what, extra, absolute, relative, atol, rtol):
    """`absolute`, `relative`: the difference and its index, which single numbers have none of."""
    exact = rtol == 0 and atol == 0
    lines = [f"{what} are not {'equal' if exact else 'close'}!", "", extra]
    for name, (diff, index), bound in (("absolute", absolute, atol), ("relative", relative, rtol)):
        line = f"{name.title()} difference: {diff}" if index is None else f"Greatest {name} difference: {diff} at index {index}"
        lines.append(line if exact else f"{line} (up to {bound} allowed)")
    return "\n".join(lines)


def _numbers_differ(actual, expected, rtol, atol):
    apart = abs(actual - expected)
    relative = float("inf") if expected == 0 else apart / abs(expected)
    return _mismatch("Scalars", f"Expected {expected} but got {actual}.", (apart, None), (relative, None), atol, rtol)


def _tensors_differ(actual, expected, matches, rtol, atol):
    def index_of(flat):
        index = []
        for size in reversed(matches.shape):
            flat, at = divmod(flat, size)
            index.append(at)
        return tuple(reversed(index))

    count = matches.numel()
    wrong = count - int(torch.sum(matches))
    extra = f"Mismatched elements: {wrong} / {count} ({wrong / count:.1%})"
    actual, expected, matches_flat = actual.flatten(), expected.flatten(), matches.flatten()
    if not actual.dtype.is_floating_point and not actual.dtype.is_complex:
        actual, expected = actual.to(torch.int64), expected.to(torch.int64)
    absolute = torch.abs(actual - expected)
    absolute[matches_flat] = 0
    most, at = torch.max(absolute, 0)
    relative = absolute / torch.abs(expected)
    relative[matches_flat] = 0
    furthest, where = torch.max(relative, 0)
    return _mismatch("Tensor-likes", extra, (most.item(), index_of(int(at))), (furthest.item(), index_of(int(where))), atol, rtol)


class _Numbers:
    def __init__(self, actual, expected, path, o):
        self.pair = actual, expected
        self.path = path
        self.o = o
        self.rtol, self.atol = _tolerances([_OF_NUMBERS[type(v)] for v in self.pair], o["rtol"], o["atol"], path)

    def compare(self):
        actual, expected = self.pair
        if self.o["check_dtype"] and type(actual) is not type(expected):
            raise _Failure(AssertionError, f"The (d)types do not match: {type(actual)} != {type(expected)}.", self.path)
        if actual == expected or (self.o["equal_nan"] and actual != actual and expected != expected):
            return
        apart = abs(actual - expected)
        if not (apart < float("inf") and apart <= self.atol + self.rtol * abs(expected)):
            raise _Failure(AssertionError, _numbers_differ(actual, expected, self.rtol, self.atol), self.path)


class _Tensors:
    def __init__(self, actual, expected, path, o):
        self.pair = actual, expected
        self.path = path
        self.o = o
        self.rtol, self.atol = _tolerances([t.dtype for t in self.pair], o["rtol"], o["atol"], path)

    def compare(self):
        actual, expected = self.pair
        o = self.o

        def same(name, a, b):
            if a != b:
                raise _Failure(AssertionError, f"The values for attribute '{name}' do not match: {a} != {b}.", self.path)

        same("shape", actual.shape, expected.shape)
        if o["check_stride"]:
            same("stride()", actual.stride(), expected.stride())
        if o["check_device"]:
            same("device", actual.device, expected.device)
        if o["check_dtype"]:
            same("dtype", actual.dtype, expected.dtype)
        if actual.device.type == "meta" or expected.device.type == "meta":
            return
        if actual.device != expected.device:
            actual, expected = actual.cpu(), expected.cpu()
        if actual.dtype != expected.dtype:
            dtype = torch.promote_types(actual.dtype, expected.dtype)
            actual, expected = actual.to(dtype), expected.to(dtype)
        matches = torch.isclose(actual, expected, rtol=self.rtol, atol=self.atol, equal_nan=o["equal_nan"])
        if torch.all(matches):
            return
        if actual.shape == torch.Size([]):
            text = _numbers_differ(actual.item(), expected.item(), self.rtol, self.atol)
        else:
            text = _tensors_differ(actual, expected, matches, self.rtol, self.atol)
        raise _Failure(AssertionError, text, self.path)


class _Same:
    """None and truth values: the same object."""

    def __init__(self, actual, expected, path, what):
        self.pair = actual, expected
        self.path = path
        self.what = what

    def compare(self):
        actual, expected = self.pair
        if actual is not expected:
            raise _Failure(AssertionError, f"{self.what} mismatch: {actual} is not {expected}", self.path)


def _tensor(value):
    if isinstance(value, torch.Tensor):
        return value
    try:
        return torch.as_tensor(value)
    except Exception:
        return None


def _pair(actual, expected, path, o):
    if actual is None or expected is None:
        return _Same(actual, expected, path, "None")
    if isinstance(actual, bool) and isinstance(expected, bool):
        return _Same(actual, expected, path, "Booleans")
    if isinstance(actual, (int, float)) and isinstance(expected, (int, float)):
        return _Numbers(actual, expected, path, o)
    related = isinstance(actual, type(expected)) or isinstance(expected, type(actual))
    if related and (o["allow_subclasses"] or type(actual) is type(expected)):
        tensors = _tensor(actual), _tensor(expected)
        if tensors[0] is not None and tensors[1] is not None:
            return _Tensors(*tensors, path, o)
    raise _Failure(TypeError, f"No comparison pair was able to handle inputs of type {type(actual)} and {type(expected)}.", path)


def _pairs(actual, expected, path, o):
    both = actual, expected
    if all(isinstance(v, collections.abc.Sequence) and not isinstance(v, str) for v in both):
        if len(actual) != len(expected):
            raise _Failure(AssertionError, f"The length of the sequences mismatch: {len(actual)} != {len(expected)}", path)
        keys = range(len(actual))
    elif all(isinstance(v, collections.abc.Mapping) for v in both):
        have, want = set(actual.keys()), set(expected.keys())
        if have != want:
            text = f"Missing keys in the actual mapping: {sorted(want - have)}\nAdditional keys in the actual mapping: {sorted(have - want)}"
            raise _Failure(AssertionError, f"The keys of the mappings do not match:\n{text}", path)
        try:
            keys = sorted(have)
        except Exception:
            keys = list(have)
    else:
        return [_pair(actual, expected, path, o)]
    return [pair for key in keys for pair in _pairs(actual[key], expected[key], (*path, key), o)]


def assert_close(actual, expected, *, allow_subclasses=True, rtol=None, atol=None, equal_nan=False, check_device=True,
                 check_dtype=True, check_layout=True, check_stride=False, msg=None):
    options = dict(allow_subclasses=allow_subclasses, rtol=rtol, atol=atol, equal_nan=equal_nan, check_device=check_device,
                   check_dtype=check_dtype, check_stride=check_stride)
    try:
        pairs = _pairs(actual, expected, (), options)
    except _Failure as failure:
        raise failure.error() from None
    first = None
    for pair in pairs:
        try:
            pair.compare()
        except _Failure as failure:
            first = first or failure
    if first is not None:
        raise first.error(msg)



def make_tensor(*shape, dtype, device=None, low=None, high=None, requires_grad=False, noncontiguous=False, exclude_zero=False,
                memory_format=None):
    """Random numbers of any type, from [-9, 9) unless told otherwise."""
    if dtype.is_complex or (dtype.is_floating_point and dtype.itemsize == 1):
        _refuse(f"torch.testing.make_tensor of {dtype}")
    if len(shape) == 1 and isinstance(shape[0], collections.abc.Sequence):
        shape = shape[0]
    shape = tuple(shape)
    if noncontiguous and memory_format is not None:
        raise ValueError("The parameters `noncontiguous` and `memory_format` are mutually exclusive, "
                         f"but got noncontiguous={noncontiguous!r} and memory_format={memory_format!r}")
    whole = not dtype.is_floating_point
    if requires_grad and whole:
        raise ValueError(f"`requires_grad=True` is not supported for boolean and integral dtypes, but got dtype={dtype!r}")
    if noncontiguous and math.prod(shape) > 1:
        shape = (*shape[:-1], 2 * shape[-1])
    else:
        noncontiguous = False
    if dtype is torch.bool:
        least, most, usual = 0, 2, (0, 2)
    elif whole:
        info = torch.iinfo(dtype)
        least, most, usual = info.min, info.max + (dtype is not torch.int64), (-9, 10)
    else:
        info = torch.finfo(dtype)
        least, most, usual = info.min, info.max, (-9, 9)
    low = usual[0] if low is None else low
    high = usual[1] if high is None else high
    if low != low or high != high:
        raise ValueError(f"`low` and `high` cannot be NaN, but got low={low!r} and high={high!r}")
    if low >= high and (whole or low > high):
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    if high < least or low >= most:
        raise ValueError(f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} only supports [{least}, {most})")
    low, high = min(max(low, least), most), min(max(high, least), most)
    if whole:
        result = torch.randint(math.ceil(low), math.ceil(high), shape, device=device, dtype=dtype)
    else:
        result = torch.empty(shape, device=device, dtype=dtype).uniform_(low, high)
    if noncontiguous:
        result = result[..., 1::2]
    elif memory_format is not None:
        result = result.clone(memory_format=memory_format)
    if exclude_zero:
        result[result == 0] = 1 if whole else torch.finfo(dtype).tiny
    if not whole:
        result.requires_grad = requires_grad
    return result


def __getattr__(name):
    return _missing("torch.testing", name)
