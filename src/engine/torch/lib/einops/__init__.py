"""einops: axes of a tensor by name. A pattern is read once into groups of names; a call works out the lengths and then
reshapes, permutes, reduces, adds axes and reshapes again, leaving out each step that would change nothing.

Leaves out: numpy arrays, lists of tensors.
"""
from functools import lru_cache

import torch
from _atlas import refuse as _refuse

__version__ = "0.8.2"
_DOTS = "…"
_REDUCTIONS = ("min", "max", "sum", "mean", "prod", "any", "all")


class EinopsError(RuntimeError):
    pass


class _Unnamed:
    """An axis given by its length; two of them are never the same axis."""

    def __init__(self, length):
        if length < 2:
            raise EinopsError(f"Anonymous axis should have positive length, not {length}")
        self.value = length

    def __repr__(self):
        return f"{self.value}-axis"


def _name_fault(name, underscore=False):
    if not name.isidentifier():
        return "not a valid python identifier"
    if name[0] == "_" or name[-1] == "_":
        return None if name == "_" and underscore else "axis name should should not start or end with underscore"
    return None


class _Side:
    """One side of a pattern: `groups` holds a list of axes for each dimension, or the dots."""

    def __init__(self, text, underscore=False, duplicates=False):
        self.groups = []
        self.axes = []
        self.dots = False
        self.dots_inside = False
        self.unnamed = False
        self._rules = underscore, duplicates
        if "." in text:
            if "..." not in text:
                raise EinopsError("Expression may contain dots only inside ellipsis (...)")
            if text.count("...") != 1 or text.count(".") != 3:
                raise EinopsError("Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor ")
            text = text.replace("...", _DOTS)
            self.dots = True
        self._open = None
        word = ""
        for c in text:
            if c in "() ":
                if word:
                    self._add(word)
                word = ""
                if c == "(":
                    if self._open is not None:
                        raise EinopsError("Axis composition is one-level (brackets inside brackets not allowed)")
                    self._open = []
                elif c == ")":
                    if self._open is None:
                        raise EinopsError("Brackets are not balanced")
                    self.groups.append(self._open)
                    self._open = None
            elif c.isalnum() or c in ("_", _DOTS):
                word += c
            else:
                raise EinopsError(f"Unknown character '{c}'")
        if self._open is not None:
            raise EinopsError(f'Imbalanced parentheses in expression: "{text}"')
        if word:
            self._add(word)

    def _add(self, word):
        underscore, duplicates = self._rules
        if word in self.axes and not (underscore and word == "_") and not duplicates:
            raise EinopsError(f'Indexing expression contains duplicate dimension "{word}"')
        if word == _DOTS:
            self.axes.append(word)
            self.dots_inside = self._open is not None
            (self.groups if self._open is None else self._open).append(word)
            return
        axis = word
        if word.isdecimal():
            if int(word) == 1:
                if self._open is None:
                    self.groups.append([])
                return
            axis = _Unnamed(int(word))
            self.unnamed = True
        else:
            fault = _name_fault(word, underscore)
            if fault:
                raise EinopsError(f"Invalid axis identifier: {word}\n{fault}")
        self.axes.append(axis)
        if self._open is None:
            self.groups.append([axis])
        else:
            self._open.append(axis)

    def spread(self, names):
        """The groups with the dots written out."""
        out = []
        for group in self.groups:
            if group == _DOTS:
                out.extend([name] for name in names)
            else:
                out.append([axis for one in group for axis in (names if one == _DOTS else [one])])
        return out


def _check(pattern, operation, left, right, sizes):
    if not left.dots and right.dots:
        raise EinopsError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if left.dots and left.dots_inside:
        raise EinopsError(f"Ellipsis inside parenthesis in the left side is not allowed: {pattern}")
    here, there = set(left.axes), set(right.axes)
    if operation == "rearrange":
        if left.unnamed or right.unnamed:
            raise EinopsError("Non-unitary anonymous axes are not supported in rearrange (exception is length 1)")
        if here != there:
            raise EinopsError(f"Identifiers only on one side of expression (should be on both): {here ^ there}")
    elif operation == "repeat":
        if here - there:
            raise EinopsError(f"Unexpected identifiers on the left side of repeat: {here - there}")
        unsized = {a for a in there if not isinstance(a, _Unnamed)} - here - set(sizes)
        if unsized:
            raise EinopsError(f"Specify sizes for new axes in repeat: {unsized}")
    elif operation in _REDUCTIONS or callable(operation):
        if there - here:
            raise EinopsError(f"Unexpected identifiers on the right side of reduce {operation}: {there - here}")
    else:
        raise EinopsError(f"Unknown reduction {operation}. Expect one of {_REDUCTIONS}.")


class _Recipe:
    """A pattern for a number of dimensions, with the names whose lengths a call gives."""

    def __init__(self, pattern, operation, sizes, ndim):
        left_text, right_text = pattern.split("->")
        left, right = _Side(left_text), _Side(right_text)
        _check(pattern, operation, left, right, sizes)
        names = []
        if left.dots:
            others = len(left.groups) - 1
            if ndim < others:
                raise EinopsError(f"Wrong shape: expected >={others} dims. Received {ndim}-dim tensor.")
            names = [_DOTS + str(i) for i in range(ndim - others)]
        elif ndim != len(left.groups):
            raise EinopsError(f"Wrong shape: expected {len(left.groups)} dims. Received {ndim}-dim tensor.")
        self.left, self.right = left.spread(names), right.spread(names)
        before = [axis for group in self.left for axis in group]
        after = [axis for group in self.right for axis in group]
        for name in sizes:
            fault = _name_fault(name)
            if fault:
                raise EinopsError("Invalid name for an axis", name)
            if name not in before and name not in after:
                raise EinopsError(f"Axis {name} is not used in transform")
        for group in self.left:
            open_ = {axis for axis in group if not isinstance(axis, _Unnamed) and axis not in sizes}
            if len(open_) > 1:
                raise EinopsError(f"Could not infer sizes for {open_}")
        gone = [axis for axis in before if axis not in after]
        self.before = before
        self.order = [before.index(axis) for axis in after if axis in before] + [before.index(axis) for axis in gone]
        self.reduced = list(range(len(before) - len(gone), len(before)))
        self.added = [(at, axis) for at, axis in enumerate(after) if axis not in before]

    def __call__(self, x, operation, sizes):
        lengths = {axis: axis.value for group in self.left + self.right for axis in group if isinstance(axis, _Unnamed)}
        lengths.update(sizes)
        split = False
        for group, length in zip(self.left, x.shape):
            open_ = [axis for axis in group if axis not in lengths]
            known = 1
            for axis in group:
                known *= lengths.get(axis, 1)
            if len(group) == 1 and open_:
                lengths[open_[0]] = length
                continue
            if not open_:
                if length != known:
                    raise EinopsError(f"Shape mismatch, {length} != {known}")
            else:
                if length % known != 0:
                    raise EinopsError(f"Shape mismatch, can't divide axis of length {length} in chunks of {known}")
                lengths[open_[0]] = length // known
            if len(group) != 1:
                split = True
        if split:
            x = x.reshape([lengths[axis] for axis in self.before])
        if self.order != list(range(len(self.order))):
            x = x.permute(self.order)
        if self.reduced:
            x = _reduced(x, operation, tuple(self.reduced))
        if self.added:
            wide = [-1] * (len(self.before) + len(self.added))
            for at, axis in self.added:
                x = torch.unsqueeze(x, at)
                wide[at] = lengths[axis]
            x = x.expand(wide)
        if any(len(group) != 1 for group in self.right):
            shape = []
            for group in self.right:
                length = 1
                for axis in group:
                    length *= lengths[axis]
                shape.append(length)
            x = x.reshape(shape)
        return x


def _reduced(x, operation, axes):
    if callable(operation):
        return operation(x, axes)
    if operation == "mean" and not x.is_floating_point():
        raise NotImplementedError("reduce_mean is not available for non-floating tensors")
    if operation in ("any", "all", "prod"):
        for axis in reversed(axes):
            x = getattr(x, operation)(dim=axis)
        return x
    return getattr(x, {"min": "amin", "max": "amax"}.get(operation, operation))(dim=axes)


_recipe = lru_cache(256)(_Recipe)


def _apply(x, pattern, operation, sizes):
    if not isinstance(x, torch.Tensor):
        if isinstance(x, list) and x and isinstance(x[0], torch.Tensor):
            x = torch.stack(x)
        else:
            _refuse(f"einops on {type(x).__name__}")
    try:
        return _recipe(pattern, operation, tuple(sizes), x.ndim)(x, operation, sizes)
    except EinopsError as e:
        message = f' Error while processing {operation}-reduction pattern "{pattern}".'
        message += f"\n Input tensor shape: {x.shape}. Additional info: {sizes}."
        raise EinopsError(message + f"\n {e}") from None


def reduce(tensor, pattern, reduction, **axes_lengths):
    return _apply(tensor, pattern, reduction, axes_lengths)


def rearrange(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, "rearrange", axes_lengths)


def repeat(tensor, pattern, **axes_lengths):
    return _apply(tensor, pattern, "repeat", axes_lengths)


def parse_shape(x, pattern):
    side = _Side(pattern, underscore=True)
    groups, shape = side.groups, x.shape
    if any(group != _DOTS and len(group) > 1 for group in groups):
        raise RuntimeError(f"Can't parse shape with composite axes: {pattern} {shape}")
    if side.dots:
        if len(shape) < len(groups) - 1:
            raise RuntimeError(f"Can't parse shape with this number of dimensions: {pattern} {shape}")
        at = groups.index(_DOTS)
        groups = groups[:at] + [["_"]] * (len(shape) - len(groups) + 1) + groups[at + 1 :]
    elif len(shape) != len(groups):
        raise RuntimeError(f"Can't parse shape with different number of dimensions: {pattern} {shape}")
    out = {}
    for group, length in zip(groups, shape):
        if not group:
            if length != 1:
                raise RuntimeError(f"Length of axis is not 1: {pattern} {shape}")
        elif isinstance(group[0], _Unnamed):
            if group[0].value != length:
                raise RuntimeError(f"Length of anonymous axis does not match: {pattern} {shape}")
        elif group[0] != "_":
            out[group[0]] = length
    return out


def _letters(pattern):
    if "->" not in pattern:
        raise ValueError("Einsum pattern must contain '->'.")
    lefts, right = pattern.split("->")
    letter = {}

    def short(side, known):
        out = ""
        for group in side.groups:
            if group == _DOTS:
                out += "..."
                continue
            if len(group) == 0:
                raise NotImplementedError("Singleton () axes are not yet supported in einsum.")
            if len(group) > 1:
                raise NotImplementedError("Shape rearrangement is not yet supported in einsum.")
            if isinstance(group[0], _Unnamed):
                raise NotImplementedError("Anonymous axes are not yet supported in einsum.")
            if group[0] not in letter:
                if known:
                    raise EinopsError(f"Unknown axis {group[0]} on right side of einsum {pattern}.")
                letter[group[0]] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"[len(letter)]
            out += letter[group[0]]
        return out

    left = ",".join(short(_Side(one, underscore=True, duplicates=True), False) for one in lefts.split(","))
    return left + "->" + short(_Side(right, underscore=True), True)


def einsum(*tensors_and_pattern):
    if len(tensors_and_pattern) <= 1:
        raise ValueError("`einops.einsum` takes at minimum two arguments: the tensors (at least one), followed by the pattern.")
    *tensors, pattern = tensors_and_pattern
    if not isinstance(pattern, str):
        raise ValueError("The last argument passed to `einops.einsum` must be a string, representing the einsum pattern.")
    return torch.einsum(_letters(pattern), *tensors)


def _around(pattern, name):
    axes = pattern.split()
    if len(axes) != len(set(axes)):
        raise EinopsError(f'Duplicates in axes names in {name}(..., "{pattern}")')
    if "*" not in axes:
        raise EinopsError(f'No *-axis in {name}(..., "{pattern}")')
    for axis in axes:
        if axis != "*" and _name_fault(axis):
            raise EinopsError(f'Invalid axis name {axis} in {name}(..., "{pattern}")')
    before = axes.index("*")
    return before, len(axes) - before - 1


def pack(tensors, pattern):
    before, after = _around(pattern, "pack")
    flat, shapes = [], []
    for i, x in enumerate(tensors):
        shape = tuple(x.shape)
        if len(shape) < before + after:
            raise EinopsError(
                f"packed tensor #{i} (enumeration starts with 0) has shape {x.shape}, while pattern {pattern} assumes at least {before + after} axes"
            )
        end = len(shape) - after
        shapes.append(x.shape[before:end])
        flat.append(x.reshape((*shape[:before], -1, *shape[end:])))
    return torch.cat(flat, dim=before), shapes


def unpack(tensor, packed_shapes, pattern):
    before, after = _around(pattern, "unpack")
    shape = tuple(tensor.shape)
    if len(shape) != before + 1 + after:
        raise EinopsError(f"unpack(..., {pattern}) received input of wrong dim with shape {tensor.shape}")
    lengths = []
    for packed in packed_shapes:
        n = 1
        for size in packed:
            n *= size
        lengths.append(-1 if -1 in packed else n)
    open_ = [i for i, n in enumerate(lengths) if n == -1]
    if len(open_) > 1:
        raise EinopsError(f"unpack(..., {pattern}) received more than one -1 in {list(packed_shapes)} and can't infer dimensions")
    total = shape[before]
    if open_:
        rest = total - sum(n for n in lengths if n != -1)
        lengths[open_[0]] = rest
    starts = [0]
    for n in lengths:
        starts.append(starts[-1] + n)
    if starts[-1] != total:
        raise EinopsError(
            f"Error during unpack(..., \"{pattern}\"): could not split axis of size {total} into requested {list(packed_shapes)}"
        )
    lead = (slice(None),) * before
    return [
        tensor[(*lead, slice(starts[i], starts[i + 1]))].reshape((*shape[:before], *packed, *shape[before + 1 :]))
        for i, packed in enumerate(packed_shapes)
    ]


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module 'einops' has no attribute {name!r}")
    _refuse(f"einops.{name}")
