"""Placements: how a tensor lies along one dimension of a mesh."""

from torch import Size


class Placement:
    def is_shard(self, dim=None):
        return isinstance(self, Shard) and (dim is None or self.dim == dim)

    def is_replicate(self):
        return isinstance(self, Replicate)

    def is_partial(self, reduce_op=None):
        return isinstance(self, Partial) and (reduce_op is None or self.reduce_op == reduce_op)


class Shard(Placement):
    def __init__(self, dim):
        self.dim = dim

    def __eq__(self, other):
        return type(other) is Shard and self.dim == other.dim

    def __hash__(self):
        return hash(("Shard", self.dim))

    def __repr__(self):
        return f"Shard(dim={self.dim})"

    def __str__(self):
        return f"S({self.dim})"


class _StridedShard(Placement):
    """A cut inside another one: `split_factor` blocks, and a chunk of each."""

    def __init__(self, dim, *, split_factor):
        self.dim = dim
        self.split_factor = split_factor

    def __eq__(self, other):
        return type(other) is _StridedShard and self.dim == other.dim and self.split_factor == other.split_factor

    def __hash__(self):
        return hash(("_StridedShard", self.dim, self.split_factor))

    def __repr__(self):
        return f"_StridedShard(dim={self.dim}, sf={self.split_factor})"

    def __str__(self):
        return f"_S({self.dim}, {self.split_factor})"


class Replicate(Placement):
    def __eq__(self, other):
        return isinstance(other, Replicate)

    def __hash__(self):
        return -1

    def __repr__(self):
        return "Replicate()"

    def __str__(self):
        return "R"


class Partial(Placement):
    def __init__(self, reduce_op="sum"):
        self.reduce_op = reduce_op

    def __eq__(self, other):
        return isinstance(other, Partial) and self.reduce_op == other.reduce_op

    def __hash__(self):
        return 1 + hash(self.reduce_op)

    def __repr__(self):
        return f"_NormPartial({self.reduce_op[4:]})" if self.reduce_op.startswith("norm") else f"Partial({self.reduce_op})"

    def __str__(self):
        return f"P({self.reduce_op})"


class _MaskPartial(Partial):
    """A row-sharded look-up's result; the code names its mask buffer, the dimension and the shape of the values."""

    def __init__(self, code):
        super().__init__()
        self._code = code
        _, dim, shape = code.split(":")
        self.offset_dim = int(dim)
        self.offset_shape = Size([int(n) for n in shape.split(", ")])

    def __eq__(self, other):
        return isinstance(other, _MaskPartial) and self._code == other._code

    def __hash__(self):
        return 1 + hash(self._code)

    def __repr__(self):
        return f"_MaskPartial(reduce_op={self.reduce_op}, offset_shape={self.offset_shape}, offset_dim={self.offset_dim})"

    def __str__(self):
        return f"MaskP({self.reduce_op}, {self.offset_shape}, {self.offset_dim})"


def encode(placements, ndim):
    """The form the native half takes: `S0`, `R`, `Psum`; negative dimensions made positive."""
    out = []
    for p in placements:
        if isinstance(p, Shard):
            out.append(f"S{p.dim + ndim if p.dim < 0 else p.dim}")
        elif isinstance(p, _StridedShard):
            out.append(f"S{p.dim + ndim if p.dim < 0 else p.dim}/{p.split_factor}")
        elif isinstance(p, _MaskPartial):
            out.append(f"P{p._code}")
        elif isinstance(p, Partial):
            out.append(f"P{p.reduce_op}")
        elif isinstance(p, Replicate):
            out.append("R")
        else:
            raise RuntimeError(f"unsupported placement {p!r}")
    return out


def decode(codes):
    return tuple(_cut(c[1:]) if c[0] == "S" else Replicate() if c == "R" else _MaskPartial(c[1:]) if c.startswith("Pmask") else Partial(c[1:]) for c in codes)


def _cut(code):
    dim, _, factor = code.partition("/")
    return _StridedShard(int(dim), split_factor=int(factor)) if factor else Shard(int(dim))
