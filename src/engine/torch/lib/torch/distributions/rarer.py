"""Rarer distributions; after torch/distributions/{multinomial,negative_binomial,mixture_same_family,von_mises}.py and the like."""
import math

import torch

from torch.distributions.families import (
    _EMPTY, _POSITIVE, _REAL, _REAL_VECTOR, Categorical, Distribution, _Constraint, _lazy, _one_of,
)
from torch.distributions.gammas import _POSITIVES, Binomial, Gamma, Geometric
from torch.distributions.more import _mahalanobis, _OfCategorical, _together

_LOG_2PI = math.log(2 * math.pi)


class Multinomial(_OfCategorical):
    __module__ = "torch.distributions.multinomial"

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("inhomogeneous total_count is not supported")
        self.total_count = total_count
        self._categorical = Categorical(probs=probs, logits=logits)
        self._binomial = Binomial(total_count=total_count, probs=self.probs)
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    def _expand_parts(self, new, batch_shape):
        new.total_count = self.total_count
        super()._expand_parts(new, batch_shape)

    @property
    def support(self):
        most = self.total_count
        return _Constraint("Multinomial()", lambda v: (v >= 0).all(dim=-1) & (v.sum(dim=-1) <= most), 1)

    @property
    def mean(self):
        return self.probs * self.total_count

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=_EMPTY):
        sample_shape = torch.Size(sample_shape)
        drawn = self._categorical.sample(torch.Size((self.total_count,)) + sample_shape)
        drawn = drawn.permute(*range(1, drawn.dim()), 0)
        counts = drawn.new(self._extended_shape(sample_shape)).zero_()
        counts.scatter_add_(-1, drawn, torch.ones_like(drawn))
        return counts.type_as(self.probs)

    def log_prob(self, value):
        self._check_value(value)
        (logits, value), _ = _together(self.logits, value)
        logits = logits.clone(memory_format=torch.contiguous_format)
        whole = torch.lgamma(value.sum(-1) + 1)
        each = torch.lgamma(value + 1).sum(-1)
        logits[(value == 0) & (logits == -math.inf)] = 0
        powers = (logits * value).sum(-1)
        return whole - each + powers

    def entropy(self):
        n = torch.tensor(self.total_count)
        first = n * self._categorical.entropy() - torch.lgamma(n + 1)
        counts = self._binomial.enumerate_support(expand=False)[1:]
        chances = torch.exp(self._binomial.log_prob(counts))
        return first + (chances * torch.lgamma(counts + 1)).sum([0, -1])


class NegativeBinomial(Distribution):
    __module__ = "torch.distributions.negative_binomial"
    _checked = {
        "total_count": _Constraint("GreaterThanEq(lower_bound=0)", lambda v: v >= 0),
        "probs": _Constraint("HalfOpenInterval(lower_bound=0.0, upper_bound=1.0)", lambda v: (v >= 0.0) & (v < 1.0)),
        "logits": _REAL,
    }
    support = _Constraint("IntegerGreaterThan(lower_bound=0)", lambda v: (v % 1 == 0) & (v >= 0))

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        _one_of(probs, logits)
        (count, made), _ = _together(total_count, logits if probs is None else probs)
        setattr(self, "logits" if probs is None else "probs", made)
        self.total_count = count.type_as(made)
        self._param = made
        super().__init__(made.size(), validate_args=validate_args)

    logits = Geometric.__dict__["logits"]
    probs = Geometric.__dict__["probs"]

    @property
    def param_shape(self):
        return self._param.size()

    @property
    def mean(self):
        return self.total_count * torch.exp(self.logits)

    @property
    def mode(self):
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self):
        return self.mean / torch.sigmoid(-self.logits)

    @_lazy
    def _gamma(self):
        return Gamma(concentration=self.total_count, rate=torch.exp(-self.logits), validate_args=False)

    def sample(self, sample_shape=_EMPTY):
        with torch.no_grad():
            return torch.poisson(self._gamma.sample(sample_shape=sample_shape))

    def log_prob(self, value):
        self._check_value(value)
        logsigmoid = torch.nn.functional.logsigmoid
        plain = self.total_count * logsigmoid(-self.logits) + value * logsigmoid(self.logits)
        weight = -torch.lgamma(self.total_count + value) + torch.lgamma(1.0 + value) + torch.lgamma(self.total_count)
        return plain - weight.masked_fill(self.total_count + value == 0.0, 0.0)


class MixtureSameFamily(Distribution):
    __module__ = "torch.distributions.mixture_same_family"
    _checked = {}
    has_rsample = False

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self._mixture_distribution = mixture_distribution
        self._component_distribution = component_distribution
        if not isinstance(mixture_distribution, Categorical):
            raise ValueError(" The Mixture distribution needs to be an  instance of torch.distributions.Categorical")
        if not isinstance(component_distribution, Distribution):
            raise ValueError("The Component distribution needs to be an instance of torch.distributions.Distribution")
        outer, inner = mixture_distribution.batch_shape, component_distribution.batch_shape[:-1]
        for a, b in zip(reversed(outer), reversed(inner)):
            if a != 1 and b != 1 and a != b:
                raise ValueError(f"`mixture_distribution.batch_shape` ({outer}) is not compatible with `component_distribution.batch_shape`({inner})")
        weights, parts = mixture_distribution.logits.shape[-1], component_distribution.batch_shape[-1]
        if weights != parts:
            raise ValueError(f"`mixture_distribution component` ({weights}) does not equal `component_distribution.batch_shape[-1]` ({parts})")
        self._num_component = weights
        shape = component_distribution.event_shape
        self._event_ndims = len(shape)
        super().__init__(inner, shape, validate_args=validate_args)

    def _expand_parts(self, new, batch_shape):
        new._component_distribution = self._component_distribution.expand(batch_shape + (self._num_component,))
        new._mixture_distribution = self._mixture_distribution.expand(batch_shape)
        new._num_component, new._event_ndims = self._num_component, self._event_ndims

    @property
    def support(self):
        base = self._component_distribution.support
        count = base.event_dim

        def check(v):
            if v.dim() < count:
                raise ValueError(f"Expected value.dim() >= {count} but got {v.dim()}")
            ok = base.check(v.unsqueeze(-1 - count))
            before = v.dim() - count
            ok = ok.reshape(v.shape[:before] + (-1,))
            return ok.all(-1)

        return _Constraint(f"MixtureSameFamilyConstraint({base!r})", check, count)

    @property
    def mixture_distribution(self):
        return self._mixture_distribution

    @property
    def component_distribution(self):
        return self._component_distribution

    def _pad(self, x):
        return x.unsqueeze(-1 - self._event_ndims)

    def _weights(self, x):
        own = len(self._mixture_distribution.batch_shape)
        count = 0 if own == 1 else len(self.batch_shape) - own
        shape = x.shape
        return x.reshape(shape[:-1] + torch.Size(count * [1]) + shape[-1:] + torch.Size(self._event_ndims * [1]))

    @property
    def mean(self):
        weights = self._weights(self._mixture_distribution.probs)
        return torch.sum(weights * self._component_distribution.mean, dim=-1 - self._event_ndims)

    @property
    def variance(self):
        weights = self._weights(self._mixture_distribution.probs)
        within = torch.sum(weights * self._component_distribution.variance, dim=-1 - self._event_ndims)
        apart = (self._component_distribution.mean - self._pad(self.mean)).pow(2.0)
        return within + torch.sum(weights * apart, dim=-1 - self._event_ndims)

    def cdf(self, x):
        return torch.sum(self._component_distribution.cdf(self._pad(x)) * self._mixture_distribution.probs, dim=-1)

    def log_prob(self, x):
        self._check_value(x)
        parts = self._component_distribution.log_prob(self._pad(x))
        return torch.logsumexp(parts + torch.log_softmax(self._mixture_distribution.logits, dim=-1), dim=-1)

    def sample(self, sample_shape=_EMPTY):
        with torch.no_grad():
            at = len(sample_shape) + len(self.batch_shape)
            event = self.event_shape
            chosen = self._mixture_distribution.sample(sample_shape)
            lead = chosen.shape
            drawn = self._component_distribution.sample(sample_shape)
            index = chosen.reshape(lead + torch.Size([1] * (len(event) + 1)))
            index = index.repeat(torch.Size([1] * len(lead)) + torch.Size([1]) + event)
            return torch.gather(drawn, at, index).squeeze(at)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self._mixture_distribution},\n  {self._component_distribution})"


# Polynomials for the logarithms of two Bessel functions, below 3.75 and above (Abramowitz and Stegun 9.8.1 to 9.8.4).
_SMALL = (
    (1.0, 3.5156229, 3.0899424, 1.2067492, 0.2659732, 0.0360768, 0.0045813),
    (0.5, 0.87890594, 0.51498869, 0.15084934, 0.02658733, 0.00301532, 0.00032411),
)
_LARGE = (
    (0.39894228, 0.01328592, 0.00225319, -0.00157565, 0.00916281, -0.02057706, 0.02635537, -0.01647633, 0.00392377),
    (0.39894228, -0.03988024, -0.00362018, 0.00163801, -0.01031555, 0.02282967, -0.02895312, 0.01787654, -0.00420059),
)


def _polynomial(y, coefficients):
    result = coefficients[-1]
    for c in reversed(coefficients[:-1]):
        result = c + y * result
    return result


def _log_bessel(x, order):
    y = x / 3.75
    small = _polynomial(y * y, _SMALL[order])
    small = (x.abs() * small if order == 1 else small).log()
    y = 3.75 / x
    large = x - 0.5 * x.log() + _polynomial(y, _LARGE[order]).log()
    return torch.where(x < 3.75, small, large)


class VonMises(Distribution):
    __module__ = "torch.distributions.von_mises"
    _checked = {"loc": _REAL, "concentration": _POSITIVE}
    support = _REAL
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        (self.loc, self.concentration), _ = _together(loc, concentration)
        super().__init__(self.loc.shape, _EMPTY, validate_args)

    def expand(self, batch_shape, _instance=None):
        return type(self)(self.loc.expand(batch_shape), self.concentration.expand(batch_shape), validate_args=self.__dict__.get("_validate_args"))

    def log_prob(self, value):
        self._check_value(value)
        first = self.concentration * torch.cos(value - self.loc)
        return first - _LOG_2PI - _log_bessel(self.concentration, 0)

    @_lazy
    def _loc(self):
        return self.loc.to(torch.double)

    @_lazy
    def _concentration(self):
        return self.concentration.to(torch.double)

    @_lazy
    def _proposal_r(self):
        kappa = self._concentration
        tau = 1 + (1 + 4 * kappa ** 2).sqrt()
        rho = (tau - (2 * tau).sqrt()) / (2 * kappa)
        plain = (1 + rho ** 2) / (2 * rho)
        near_zero = 1 / kappa + kappa
        return torch.where(kappa < 1e-5, near_zero, plain)

    @torch.no_grad()
    def sample(self, sample_shape=_EMPTY):
        """Draws from a wrapped Cauchy until the draw is taken (Best and Fisher)."""
        shape = self._extended_shape(sample_shape)
        x = torch.empty(shape, dtype=self._loc.dtype, device=self.loc.device)
        loc, concentration, r = self._loc, self._concentration, self._proposal_r
        done = torch.zeros(x.shape, dtype=torch.bool, device=loc.device)
        while not done.all():
            u1, u2, u3 = torch.rand((3,) + x.shape, dtype=loc.dtype, device=loc.device).unbind()
            z = torch.cos(math.pi * u1)
            f = (1 + r * z) / (r + z)
            c = concentration * (r - f)
            taken = ((c * (2 - c) - u2) > 0) | ((c / u2).log() + 1 - c >= 0)
            if taken.any():
                x = torch.where(taken, (u3 - 0.5).sign() * f.acos(), x)
                done = done | taken
        return ((x + math.pi + loc) % (2 * math.pi) - math.pi).to(self.loc.dtype)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @_lazy
    def variance(self):
        return 1 - (_log_bessel(self.concentration, 1) - _log_bessel(self.concentration, 0)).exp()


def _times(matrix, vector):
    return torch.matmul(matrix, vector.unsqueeze(-1)).squeeze(-1)


class LowRankMultivariateNormal(Distribution):
    """Covariance W Wᵀ + diag(D): everything goes by the small matrix 1 + Wᵀ D⁻¹ W."""

    __module__ = "torch.distributions.lowrank_multivariate_normal"
    _checked = {
        "loc": _REAL_VECTOR,
        "cov_factor": _Constraint("IndependentConstraint(Real(), 2)", lambda v: (v == v).reshape(v.shape[:-2] + (-1,)).all(-1), 2),
        "cov_diag": _POSITIVES,
    }
    _spread = {"loc": 1, "cov_factor": 2, "cov_diag": 1}
    support = _REAL_VECTOR
    has_rsample = True

    def __init__(self, loc, cov_factor, cov_diag, validate_args=None):
        if loc.dim() < 1:
            raise ValueError("loc must be at least one-dimensional.")
        event = loc.shape[-1:]
        if cov_factor.dim() < 2:
            raise ValueError("cov_factor must be at least two-dimensional, with optional leading batch dimensions")
        if cov_factor.shape[-2:-1] != event:
            raise ValueError(f"cov_factor must be a batch of matrices with shape {event[0]} x m")
        if cov_diag.shape[-1:] != event:
            raise ValueError(f"cov_diag must be a batch of vectors with shape {event}")
        columns, spread = loc.unsqueeze(-1), cov_diag.unsqueeze(-1)
        try:
            columns, self.cov_factor, spread = torch.broadcast_tensors(columns, cov_factor, spread)
        except RuntimeError as e:
            raise ValueError(
                f"Incompatible batch shapes: loc {loc.shape}, cov_factor {cov_factor.shape}, cov_diag {cov_diag.shape}") from e
        self.loc, self.cov_diag = columns[..., 0], spread[..., 0]
        self._factor, self._diag = cov_factor, cov_diag
        m = cov_factor.size(-1)
        small = torch.matmul(cov_factor.mT / cov_diag.unsqueeze(-2), cov_factor).contiguous()
        small.view(-1, m * m)[:, ::m + 1] += 1
        self._small = torch.linalg.cholesky(small)
        super().__init__(self.loc.shape[:-1], event, validate_args=validate_args)

    def _expand_parts(self, new, batch_shape):
        new._factor, new._diag, new._small = self._factor, self._diag, self._small

    def _full(self, matrix):
        return matrix.expand(self._batch_shape + self._event_shape + self._event_shape)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @_lazy
    def variance(self):
        return (self._factor.pow(2).sum(-1) + self._diag).expand(self._batch_shape + self._event_shape)

    @_lazy
    def scale_tril(self):
        n = self._event_shape[0]
        root = self._diag.sqrt().unsqueeze(-1)
        scaled = self._factor / root
        inner = torch.matmul(scaled, scaled.mT).contiguous()
        inner.view(-1, n * n)[:, ::n + 1] += 1
        return self._full(root * torch.linalg.cholesky(inner))

    @_lazy
    def covariance_matrix(self):
        return self._full(torch.matmul(self._factor, self._factor.mT) + torch.diag_embed(self._diag))

    @_lazy
    def precision_matrix(self):
        scaled = self._factor.mT / self._diag.unsqueeze(-2)
        a = torch.linalg.solve_triangular(self._small, scaled, upper=False)
        return self._full(torch.diag_embed(self._diag.reciprocal()) - a.mT @ a)

    def rsample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        made = dict(dtype=self.loc.dtype, device=self.loc.device)
        factors = torch.empty(shape[:-1] + self.cov_factor.shape[-1:], **made).normal_()
        noise = torch.empty(shape, **made).normal_()
        return self.loc + _times(self._factor, factors) + self._diag.sqrt() * noise

    def _log_det(self):
        return 2 * self._small.diagonal(dim1=-2, dim2=-1).log().sum(-1) + self._diag.log().sum(-1)

    def log_prob(self, value):
        self._check_value(value)
        diff = value - self.loc
        scaled = _times(self._factor.mT / self._diag.unsqueeze(-2), diff)
        squared = (diff.pow(2) / self._diag).sum(-1)
        squared = squared - _mahalanobis(self._small, scaled)
        return -0.5 * (self._event_shape[0] * _LOG_2PI + self._log_det() + squared)

    def entropy(self):
        h = 0.5 * (self._event_shape[0] * (1.0 + _LOG_2PI) + self._log_det())
        return h if len(self._batch_shape) == 0 else h.expand(self._batch_shape)


class FisherSnedecor(Distribution):
    __module__ = "torch.distributions.fishersnedecor"
    _checked = {"df1": _POSITIVE, "df2": _POSITIVE}
    support = _POSITIVE
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        (self.df1, self.df2), plain = _together(df1, df2)
        self._gamma1 = Gamma(self.df1 * 0.5, self.df1)
        self._gamma2 = Gamma(self.df2 * 0.5, self.df2)
        super().__init__(_EMPTY if plain else self.df1.size(), validate_args=validate_args)

    def _expand_parts(self, new, batch_shape):
        new._gamma1, new._gamma2 = self._gamma1.expand(batch_shape), self._gamma2.expand(batch_shape)

    def _with_nan(self, least):
        df2 = self.df2.clone(memory_format=torch.contiguous_format)
        df2[df2 <= least] = math.nan
        return df2

    @property
    def mean(self):
        df2 = self._with_nan(2)
        return df2 / (df2 - 2)

    @property
    def mode(self):
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        mode[self.df1 <= 2] = math.nan
        return mode

    @property
    def variance(self):
        df2 = self._with_nan(4)
        return 2 * df2.pow(2) * (self.df1 + df2 - 2) / (self.df1 * (df2 - 2).pow(2) * (df2 - 4))

    def rsample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        a = self._gamma1.rsample(sample_shape).view(shape)
        b = self._gamma2.rsample(sample_shape).view(shape)
        tiny = torch.finfo(b.dtype).tiny
        b.clamp_(min=tiny)
        y = a / b
        y.clamp_(min=tiny)
        return y

    def log_prob(self, value):
        self._check_value(value)
        a, b, ratio = self.df1 * 0.5, self.df2 * 0.5, self.df1 / self.df2
        first = (a + b).lgamma() - a.lgamma() - b.lgamma()
        second = a * ratio.log() + (a - 1) * torch.log(value)
        third = (a + b) * torch.log1p(ratio * value)
        return first + second - third
