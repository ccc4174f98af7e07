"""Further distributions; after torch/distributions/{uniform,exponential,laplace,independent,one_hot_categorical,multivariate_normal}.py."""
import math

import torch

from torch.distributions.families import _EMPTY, _POSITIVE, _REAL, _REAL_VECTOR, _SIMPLEX, Categorical, Distribution, _Constraint, _lazy, _number


def _together(*values):
    """The parameters as tensors of one shape, and whether all were numbers."""
    if all(isinstance(v, torch.Tensor) for v in values):
        return torch.broadcast_tensors(*values), False
    like = next((v for v in values if isinstance(v, torch.Tensor)), None)
    made = dict(dtype=torch.get_default_dtype()) if like is None else dict(dtype=like.dtype, device=like.device)
    tensors = torch.broadcast_tensors(*[v if isinstance(v, torch.Tensor) else torch.tensor(v, **made) for v in values])
    return tensors, all(_number(v) for v in values)


def _independent(constraint, count):
    """The constraint with the last dimensions counted as one event."""
    if count == 0:
        return constraint

    def check(v):
        result = constraint.check(v)
        return result.reshape(result.shape[:result.dim() - count] + (-1,)).all(-1)

    return _Constraint(f"IndependentConstraint({constraint!r}, {count})", check, constraint.event_dim + count)


def _sum_rightmost(value, count):
    return value if count == 0 else value.reshape(value.shape[:-count] + (-1,)).sum(-1)


class _Bound(_Constraint):
    """A constraint whose text names a tensor: read only where it is shown."""

    def __repr__(self):
        return self._name()


def _less_than(upper):
    return _Bound(lambda: f"LessThan(upper_bound={upper})", lambda v: v < upper)


def _greater_than(lower):
    return _Bound(lambda: f"GreaterThan(lower_bound={lower})", lambda v: lower < v)


def _interval(lower, upper):
    return _Bound(lambda: f"Interval(lower_bound={lower}, upper_bound={upper})", lambda v: (lower <= v) & (v <= upper))


_NONNEGATIVE = _Constraint("GreaterThanEq(lower_bound=0.0)", lambda v: v >= 0.0)


class Uniform(Distribution):
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        (self.low, self.high), plain = _together(low, high)
        super().__init__(_EMPTY if plain else self.low.size(), validate_args=validate_args)

    @property
    def _checked(self):
        return {"low": _less_than(self.high), "high": _greater_than(self.low)}

    @property
    def support(self):
        return _interval(self.low, self.high)

    @property
    def mean(self):
        return (self.high + self.low) / 2

    @property
    def mode(self):
        return math.nan * self.high

    @property
    def stddev(self):
        return (self.high - self.low) / 12 ** 0.5

    @property
    def variance(self):
        return (self.high - self.low).pow(2) / 12

    def rsample(self, sample_shape=_EMPTY):
        rand = torch.rand(self._extended_shape(sample_shape), dtype=self.low.dtype, device=self.low.device)
        return self.low + rand * (self.high - self.low)

    def log_prob(self, value):
        self._check_value(value)
        above = self.low.le(value).type_as(self.low)
        below = self.high.gt(value).type_as(self.low)
        return torch.log(above.mul(below)) - torch.log(self.high - self.low)

    def cdf(self, value):
        self._check_value(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return torch.log(self.high - self.low)


class Exponential(Distribution):
    _checked = {"rate": _POSITIVE}
    support = _NONNEGATIVE
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        (self.rate,), plain = _together(rate)
        super().__init__(_EMPTY if plain else self.rate.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.rate.reciprocal()

    @property
    def mode(self):
        return torch.zeros_like(self.rate)

    @property
    def stddev(self):
        return self.rate.reciprocal()

    @property
    def variance(self):
        return self.rate.pow(-2)

    def rsample(self, sample_shape=_EMPTY):
        return self.rate.new(self._extended_shape(sample_shape)).exponential_() / self.rate

    def log_prob(self, value):
        self._check_value(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        self._check_value(value)
        return 1 - torch.exp(-self.rate * value)

    def icdf(self, value):
        return -torch.log1p(-value) / self.rate

    def entropy(self):
        return 1.0 - torch.log(self.rate)


class Laplace(Distribution):
    _checked = {"loc": _REAL, "scale": _POSITIVE}
    support = _REAL
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        (self.loc, self.scale), plain = _together(loc, scale)
        super().__init__(_EMPTY if plain else self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return 2 * self.scale.pow(2)

    @property
    def stddev(self):
        return (2 ** 0.5) * self.scale

    def rsample(self, sample_shape=_EMPTY):
        u = self.loc.new(self._extended_shape(sample_shape)).uniform_(torch.finfo(self.loc.dtype).eps - 1, 1)
        return self.loc - self.scale * u.sign() * torch.log1p(-u.abs())

    def log_prob(self, value):
        self._check_value(value)
        return -torch.log(2 * self.scale) - torch.abs(value - self.loc) / self.scale

    def cdf(self, value):
        self._check_value(value)
        return 0.5 - 0.5 * (value - self.loc).sign() * torch.expm1(-(value - self.loc).abs() / self.scale)

    def icdf(self, value):
        term = value - 0.5
        return self.loc - self.scale * term.sign() * torch.log1p(-2 * term.abs())

    def entropy(self):
        return 1 + torch.log(2 * self.scale)


class Independent(Distribution):
    """The last batch dimensions of another distribution counted as one event."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        count = reinterpreted_batch_ndims
        if count > len(base_distribution.batch_shape):
            raise ValueError(
                "Expected reinterpreted_batch_ndims <= len(base_distribution.batch_shape), "
                f"actual {count} vs {len(base_distribution.batch_shape)}")
        shape = base_distribution.batch_shape + base_distribution.event_shape
        at = len(shape) - count - len(base_distribution.event_shape)
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = count
        super().__init__(shape[:at], shape[at:], validate_args=validate_args)

    def _expand_parts(self, new, batch_shape):
        new.base_dist = self.base_dist.expand(batch_shape + self.event_shape[:self.reinterpreted_batch_ndims])
        new.reinterpreted_batch_ndims = self.reinterpreted_batch_ndims

    @property
    def support(self):
        return _independent(self.base_dist.support, self.reinterpreted_batch_ndims)

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    @property
    def mean(self):
        return self.base_dist.mean

    @property
    def mode(self):
        return self.base_dist.mode

    @property
    def variance(self):
        return self.base_dist.variance

    def sample(self, sample_shape=_EMPTY):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=_EMPTY):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return _sum_rightmost(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self):
        return _sum_rightmost(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def __repr__(self):
        return f"{type(self).__name__}({self.base_dist}, {self.reinterpreted_batch_ndims})"


def _one_hot(v):
    boolean = (v == 0) | (v == 1)
    normalised = v.sum(-1).eq(1)
    return boolean.all(-1) & normalised


class _OfCategorical(Distribution):
    """What is drawn by a categorical distribution and has its parameters."""

    _checked = {"probs": _SIMPLEX, "logits": _REAL_VECTOR}

    def _expand_parts(self, new, batch_shape):
        new._categorical = self._categorical.expand(batch_shape)

    @property
    def probs(self):
        return self._categorical.probs

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def param_shape(self):
        return self._categorical.param_shape


class OneHotCategorical(_OfCategorical):
    support = _Constraint("OneHot()", _one_hot)

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    @property
    def mean(self):
        return self._categorical.probs

    @property
    def mode(self):
        probs = self._categorical.probs
        return torch.nn.functional.one_hot(probs.argmax(dim=-1), num_classes=probs.shape[-1]).to(probs)

    @property
    def variance(self):
        return self._categorical.probs * (1 - self._categorical.probs)

    def sample(self, sample_shape=_EMPTY):
        indices = self._categorical.sample(torch.Size(sample_shape))
        return torch.nn.functional.one_hot(indices, self._categorical._num_events).to(self._categorical.probs)

    def log_prob(self, value):
        self._check_value(value)
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()


class OneHotCategoricalStraightThrough(OneHotCategorical):
    has_rsample = True

    def rsample(self, sample_shape=_EMPTY):
        samples = self.sample(sample_shape)
        probs = self._categorical.probs
        return samples + (probs - probs.detach())


def _positive_definite(v):
    square = torch.full(size=v.shape[:-2], fill_value=(v.shape[-2] == v.shape[-1]), dtype=torch.bool, device=v.device)
    if not square.all():
        return square
    symmetric = torch.isclose(v, v.mT, atol=1e-6).all(-2).all(-1)
    return symmetric if not symmetric.all() else torch.linalg.cholesky_ex(v).info.eq(0)


def _lower_cholesky(v):
    lower = (v.tril() == v).view(v.shape[:-2] + (-1,)).min(-1)[0]
    return lower & (v.diagonal(dim1=-2, dim2=-1) > 0).min(-1)[0]


_DEFINITE = _Constraint("PositiveDefinite()", _positive_definite)


def _mahalanobis(factor, x):
    """The squared length of each x in the metric of a batch of triangular factors, broadcast against each other."""
    n, batch = x.size(-1), x.shape[:-1]
    inner = factor.dim() - 2
    outer = len(batch) - inner
    shape = x.shape[:outer]
    for rows, here in zip(factor.shape[:-2], x.shape[outer:-1]):
        shape += (here // rows, rows)
    x = x.reshape(shape + (n,))
    last = outer + 2 * inner
    x = x.permute(list(range(outer)) + list(range(outer, last, 2)) + list(range(outer + 1, last, 2)) + [last])
    flat = factor.reshape(-1, n, n)
    columns = x.reshape(-1, flat.size(0), n).permute(1, 2, 0)
    lengths = torch.linalg.solve_triangular(flat, columns, upper=False).pow(2).sum(-2).t().reshape(x.shape[:-1])
    back = list(range(outer))
    for i in range(inner):
        back += [outer + i, len(batch) + i]
    return lengths.permute(back).reshape(batch)


class MultivariateNormal(Distribution):
    _checked = {
        "loc": _REAL_VECTOR,
        "covariance_matrix": _DEFINITE,
        "precision_matrix": _DEFINITE,
        "scale_tril": _Constraint("LowerCholesky()", _lower_cholesky),
    }
    _spread = {"loc": 1, "covariance_matrix": 2, "precision_matrix": 2, "scale_tril": 2}
    support = _REAL_VECTOR
    has_rsample = True

    def _expand_parts(self, new, batch_shape):
        new._unbroadcasted_scale_tril = self._unbroadcasted_scale_tril

    def __init__(self, loc, covariance_matrix=None, precision_matrix=None, scale_tril=None, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        given = dict(scale_tril=scale_tril, covariance_matrix=covariance_matrix, precision_matrix=precision_matrix)
        chosen = [name for name, value in given.items() if value is not None]
        if len(chosen) != 1:
            raise ValueError("Exactly one of covariance_matrix or precision_matrix or scale_tril may be specified.")
        (name,) = chosen
        matrix = given[name]
        if matrix.dim() < 2:
            what = "scale_tril matrix" if name == "scale_tril" else name
            raise ValueError(f"{what} must be at least two-dimensional, with optional leading batch dimensions")
        batch_shape = torch.broadcast_shapes(matrix.shape[:-2], loc.shape[:-1])
        setattr(self, name, matrix.expand(batch_shape + (-1, -1)))
        self.loc = loc.expand(batch_shape + (-1,))
        super().__init__(batch_shape, self.loc.shape[-1:], validate_args=validate_args)
        if name == "scale_tril":
            self._unbroadcasted_scale_tril = matrix
        elif name == "covariance_matrix":
            self._unbroadcasted_scale_tril = torch.linalg.cholesky(matrix)
        else:
            reversed_factor = torch.linalg.cholesky(torch.flip(matrix, (-2, -1)))
            inverse = torch.transpose(torch.flip(reversed_factor, (-2, -1)), -2, -1)
            identity = torch.eye(matrix.shape[-1], dtype=matrix.dtype, device=matrix.device)
            self._unbroadcasted_scale_tril = torch.linalg.solve_triangular(inverse, identity, upper=False)

    def _full(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @_lazy
    def scale_tril(self):
        return self._full(self._unbroadcasted_scale_tril)

    @_lazy
    def covariance_matrix(self):
        return self._full(torch.matmul(self._unbroadcasted_scale_tril, self._unbroadcasted_scale_tril.mT))

    @_lazy
    def precision_matrix(self):
        return self._full(torch.cholesky_inverse(self._unbroadcasted_scale_tril))

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return self._unbroadcasted_scale_tril.pow(2).sum(-1).expand(self._batch_shape + self._event_shape)

    def rsample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        noise = torch.empty(shape, dtype=self.loc.dtype, device=self.loc.device).normal_()
        return self.loc + torch.matmul(self._unbroadcasted_scale_tril, noise.unsqueeze(-1)).squeeze(-1)

    def _half_log_det(self):
        return self._unbroadcasted_scale_tril.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        self._check_value(value)
        squared = _mahalanobis(self._unbroadcasted_scale_tril, value - self.loc)
        half = self._half_log_det()
        return -0.5 * (self._event_shape[0] * math.log(2 * math.pi) + squared) - half

    def entropy(self):
        value = 0.5 * self._event_shape[0] * (1.0 + math.log(2 * math.pi)) + self._half_log_det()
        return value if len(self._batch_shape) == 0 else value.expand(self._batch_shape)


def divergence(p, q, kl):
    """The divergences of these distributions; None where there is none here."""
    if type(p) is Independent:
        if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
            raise NotImplementedError
        return _sum_rightmost(kl(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)
    if isinstance(p, OneHotCategorical):
        return kl(p._categorical, q._categorical)
    if type(p) is Exponential:
        ratio = q.rate / p.rate
        return -ratio.log() + ratio - 1
    if type(p) is Laplace:
        ratio = p.scale / q.scale
        apart = (p.loc - q.loc).abs()
        first = -ratio.log()
        second = apart / q.scale
        third = ratio * torch.exp(-apart / p.scale)
        return first + second + third - 1
    if type(p) is Uniform:
        result = ((q.high - q.low) / (p.high - p.low)).log()
        result[(q.low > p.low) | (q.high < p.high)] = math.inf
        return result
    if type(p) is MultivariateNormal:
        if p.event_shape != q.event_shape:
            apart = " " * 26
            raise ValueError(f"KL-divergence between two Multivariate Normals with{apart}different event shapes cannot be computed")
        half = q._half_log_det() - p._half_log_det()
        of_q, of_p = q._unbroadcasted_scale_tril, p._unbroadcasted_scale_tril
        n = p.event_shape[0]
        shape = torch.broadcast_shapes(of_q.shape[:-2], of_p.shape[:-2]) + (n, n)
        mixed = torch.linalg.solve_triangular(of_q.expand(shape), of_p.expand(shape), upper=False)
        trace = mixed.reshape(-1, n * n).pow(2).sum(-1).reshape(mixed.shape[:-2])
        return half + 0.5 * (trace + _mahalanobis(of_q, q.loc - p.loc) - n)
    return None
