"""Gamma distributions and their kin, and counts; after torch/distributions/{gamma,chi2,beta,dirichlet,studentT,cauchy,poisson,geometric,binomial}.py."""
import math

import torch

from torch.distributions.families import _EMPTY, _POSITIVE, _REAL, _SIMPLEX, _UNIT, Distribution, _clamped, _Constraint, _lazy, _number, _one_of
from torch.distributions.more import _NONNEGATIVE, _Bound, _together

_COUNTS = _Constraint("IntegerGreaterThan(lower_bound=0)", lambda v: (v % 1 == 0) & (v >= 0))
_POSITIVES = _Constraint("IndependentConstraint(GreaterThan(lower_bound=0.0), 1)", lambda v: (v > 0.0).reshape(v.shape[:-1] + (-1,)).all(-1), 1)


class Gamma(Distribution):
    _checked = {"concentration": _POSITIVE, "rate": _POSITIVE}
    support = _NONNEGATIVE
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        (self.concentration, self.rate), plain = _together(concentration, rate)
        super().__init__(_EMPTY if plain else self.concentration.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.concentration / self.rate

    @property
    def mode(self):
        return ((self.concentration - 1) / self.rate).clamp(min=0)

    @property
    def variance(self):
        return self.concentration / self.rate.pow(2)

    def rsample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        value = torch._standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        value.detach().clamp_(min=torch.finfo(value.dtype).tiny)
        return value

    def log_prob(self, value):
        value = torch.as_tensor(value, dtype=self.rate.dtype, device=self.rate.device)
        self._check_value(value)
        powers = torch.xlogy(self.concentration, self.rate) + torch.xlogy(self.concentration - 1, value)
        return powers - self.rate * value - torch.lgamma(self.concentration)

    def entropy(self):
        first = self.concentration - torch.log(self.rate) + torch.lgamma(self.concentration)
        return first + (1.0 - self.concentration) * torch.digamma(self.concentration)

    def cdf(self, value):
        self._check_value(value)
        return torch.special.gammainc(self.concentration, self.rate * value)


class Chi2(Gamma):
    _checked = {"df": _POSITIVE}
    _parts = ("concentration", "rate")

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args=validate_args)

    @property
    def df(self):
        return self.concentration * 2


class Dirichlet(Distribution):
    _checked = {"concentration": _POSITIVES}
    _spread = {"concentration": 1}
    support = _SIMPLEX
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("`concentration` parameter must be at least one-dimensional.")
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:], validate_args=validate_args)

    def rsample(self, sample_shape=()):
        return _Dirichlet.apply(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._check_value(value)
        powers = torch.xlogy(self.concentration - 1.0, value).sum(-1)
        return powers + torch.lgamma(self.concentration.sum(-1)) - torch.lgamma(self.concentration).sum(-1)

    @property
    def mean(self):
        return self.concentration / self.concentration.sum(-1, True)

    @property
    def mode(self):
        less = (self.concentration - 1).clamp(min=0.0)
        mode = less / less.sum(-1, True)
        corner = (self.concentration < 1).all(dim=-1)
        mode[corner] = torch.nn.functional.one_hot(mode[corner].argmax(dim=-1), less.shape[-1]).to(mode)
        return mode

    @property
    def variance(self):
        total = self.concentration.sum(-1, True)
        return self.concentration * (total - self.concentration) / (total.pow(2) * (total + 1))

    def entropy(self):
        k = self.concentration.size(-1)
        total = self.concentration.sum(-1)
        first = torch.lgamma(self.concentration).sum(-1) - torch.lgamma(total)
        second = (k - total) * torch.digamma(total)
        return first - second - ((self.concentration - 1.0) * torch.digamma(self.concentration)).sum(-1)


class _Dirichlet(torch.autograd.Function):
    @staticmethod
    def forward(ctx, concentration):
        x = torch._sample_dirichlet(concentration)
        ctx.save_for_backward(x, concentration)
        return x

    @staticmethod
    def backward(ctx, grad_output):
        x, concentration = ctx.saved_tensors
        total = concentration.sum(-1, True).expand_as(concentration)
        grad = torch._dirichlet_grad(x, concentration, total)
        return grad * (grad_output - (x * grad_output).sum(-1, True))


class Beta(Distribution):
    _checked = {"concentration1": _POSITIVE, "concentration0": _POSITIVE}
    support = _UNIT
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        if _number(concentration1) and _number(concentration0):
            both = torch.tensor([float(concentration1), float(concentration0)])
        else:
            pair, _ = _together(concentration1, concentration0)
            both = torch.stack(pair, -1)
        self._dirichlet = Dirichlet(both, validate_args=validate_args)
        super().__init__(self._dirichlet._batch_shape, validate_args=validate_args)

    def _expand_parts(self, new, batch_shape):
        new._dirichlet = self._dirichlet.expand(batch_shape)

    @property
    def concentration1(self):
        return self._dirichlet.concentration[..., 0]

    @property
    def concentration0(self):
        return self._dirichlet.concentration[..., 1]

    @property
    def mean(self):
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self):
        return self._dirichlet.mode[..., 0]

    @property
    def variance(self):
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        self._check_value(value)
        return self._dirichlet.log_prob(torch.stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()


class StudentT(Distribution):
    _checked = {"df": _POSITIVE, "loc": _REAL, "scale": _POSITIVE}
    support = _REAL
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        (self.df, self.loc, self.scale), _ = _together(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.size(), validate_args=validate_args)

    def _expand_parts(self, new, batch_shape):
        new._chi2 = self._chi2.expand(batch_shape)

    @property
    def mean(self):
        m = self.loc.clone(memory_format=torch.contiguous_format)
        m[self.df <= 1] = math.nan
        return m

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        m = self.df.clone(memory_format=torch.contiguous_format)
        m[self.df > 2] = self.scale[self.df > 2].pow(2) * self.df[self.df > 2] / (self.df[self.df > 2] - 2)
        m[(self.df <= 2) & (self.df > 1)] = math.inf
        m[self.df <= 1] = math.nan
        return m

    def rsample(self, sample_shape=_EMPTY):
        noise = torch.empty(self._extended_shape(sample_shape), dtype=self.df.dtype, device=self.df.device).normal_()
        spread = self._chi2.rsample(sample_shape)
        return self.loc + self.scale * (noise * torch.rsqrt(spread / self.df))

    def log_prob(self, value):
        self._check_value(value)
        y = (value - self.loc) / self.scale
        weight = self.scale.log() + 0.5 * self.df.log() + 0.5 * math.log(math.pi)
        weight = weight + torch.lgamma(0.5 * self.df) - torch.lgamma(0.5 * (self.df + 1.0))
        return -0.5 * (self.df + 1.0) * torch.log1p(y ** 2.0 / self.df) - weight

    def entropy(self):
        beta = torch.lgamma(0.5 * self.df) + math.lgamma(0.5) - torch.lgamma(0.5 * (self.df + 1))
        spread = self.scale.log()
        slope = 0.5 * (self.df + 1) * (torch.digamma(0.5 * (self.df + 1)) - torch.digamma(0.5 * self.df))
        return spread + slope + 0.5 * self.df.log() + beta


class Cauchy(Distribution):
    _checked = {"loc": _REAL, "scale": _POSITIVE}
    support = _REAL
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        (self.loc, self.scale), plain = _together(loc, scale)
        super().__init__(_EMPTY if plain else self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return torch.full(self._extended_shape(), math.nan, dtype=self.loc.dtype, device=self.loc.device)

    @property
    def mode(self):
        return self.loc

    @property
    def variance(self):
        return torch.full(self._extended_shape(), math.inf, dtype=self.loc.dtype, device=self.loc.device)

    def rsample(self, sample_shape=_EMPTY):
        noise = self.loc.new(self._extended_shape(sample_shape)).cauchy_()
        return self.loc + noise * self.scale

    def log_prob(self, value):
        self._check_value(value)
        return -math.log(math.pi) - self.scale.log() - (((value - self.loc) / self.scale) ** 2).log1p()

    def cdf(self, value):
        self._check_value(value)
        return torch.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value):
        return torch.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()


class Poisson(Distribution):
    _checked = {"rate": _NONNEGATIVE}
    support = _COUNTS

    def __init__(self, rate, validate_args=None):
        (self.rate,), plain = _together(rate)
        super().__init__(_EMPTY if plain else self.rate.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.rate

    @property
    def mode(self):
        return self.rate.floor()

    @property
    def variance(self):
        return self.rate

    def sample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.poisson(self.rate.expand(shape))

    def log_prob(self, value):
        self._check_value(value)
        (rate, value), _ = _together(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()


class Geometric(Distribution):
    _checked = {"probs": _UNIT, "logits": _REAL}
    support = _COUNTS

    def __init__(self, probs=None, logits=None, validate_args=None):
        _one_of(probs, logits)
        name = "logits" if probs is None else "probs"
        (made,), plain = _together(logits if probs is None else probs)
        setattr(self, name, made)
        super().__init__(_EMPTY if plain else made.size(), validate_args=validate_args)
        if self._validate_args and probs is not None:
            valid = made > 0
            if not torch._C._else(valid.all(), True):
                raise ValueError(
                    f"Expected parameter probs ({type(made).__name__} of shape {tuple(made.shape)}) of distribution {self!r} "
                    f"to be positive but found invalid values:\n{made.data[~valid]}")

    @_lazy
    def logits(self):
        p = _clamped(self.probs)
        return torch.log(p) - torch.log1p(-p)

    @_lazy
    def probs(self):
        return torch.sigmoid(self.logits)

    @property
    def mean(self):
        return 1.0 / self.probs - 1.0

    @property
    def mode(self):
        return torch.zeros_like(self.probs)

    @property
    def variance(self):
        return (1.0 / self.probs - 1.0) / self.probs

    def sample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            u = self.probs.new(shape).uniform_(torch.finfo(self.probs.dtype).tiny, 1)
            return (u.log() / (-self.probs).log1p()).floor()

    def log_prob(self, value):
        self._check_value(value)
        (value, probs), _ = _together(value, self.probs)
        probs = probs.clone(memory_format=torch.contiguous_format)
        probs[(probs == 1) & (value == 0)] = 0
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self):
        return torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none") / self.probs


class Binomial(Distribution):
    _checked = {"total_count": _COUNTS, "probs": _UNIT, "logits": _REAL}

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        _one_of(probs, logits)
        name = "logits" if probs is None else "probs"
        (count, made), _ = _together(total_count, logits if probs is None else probs)
        self.total_count = count
        setattr(self, name, made)
        self.total_count = self.total_count.type_as(made)
        self._param = made
        super().__init__(made.size(), validate_args=validate_args)

    logits = Geometric.__dict__["logits"]
    probs = Geometric.__dict__["probs"]

    @property
    def support(self):
        most = self.total_count
        return _Bound(lambda: f"IntegerInterval(lower_bound=0, upper_bound={most})", lambda v: (v % 1 == 0) & (0 <= v) & (v <= most))

    @property
    def param_shape(self):
        return self._param.size()

    @property
    def mean(self):
        return self.total_count * self.probs

    @property
    def mode(self):
        return ((self.total_count + 1) * self.probs).floor().clamp(max=self.total_count)

    @property
    def variance(self):
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.binomial(self.total_count.expand(shape), self.probs.expand(shape))

    def log_prob(self, value):
        self._check_value(value)
        whole = torch.lgamma(self.total_count + 1)
        hits = torch.lgamma(value + 1)
        misses = torch.lgamma(self.total_count - value + 1)
        logits = self.logits
        above = (logits.clamp(min=0) + logits - logits.clamp(max=0)) / 2
        weight = self.total_count * above + self.total_count * torch.log1p(torch.exp(-torch.abs(logits))) - whole
        return value * logits - hits - misses - weight

    def entropy(self):
        self._one_count("entropy")
        log_prob = self.log_prob(self.enumerate_support(False))
        return -(torch.exp(log_prob) * log_prob).sum(0)

    def _one_count(self, what):
        most = int(self.total_count.max())
        if not self.total_count.min() == most:
            raise NotImplementedError(f"Inhomogeneous total count not supported by `{what}`.")
        return most

    def enumerate_support(self, expand=True):
        most = self._one_count("enumerate_support")
        return self._listed(torch.arange(1 + most, dtype=self._param.dtype, device=self._param.device), expand)


def divergence(p, q):
    """The divergences of these distributions; None where there is none here."""
    if type(p) is Gamma:
        ratio = q.concentration * (p.rate / q.rate).log()
        weight = torch.lgamma(q.concentration) - torch.lgamma(p.concentration)
        shape = (p.concentration - q.concentration) * torch.digamma(p.concentration)
        rates = (q.rate - p.rate) * (p.concentration / p.rate)
        return ratio + weight + shape + rates
    if type(p) is Beta:
        of_p = p.concentration1 + p.concentration0
        of_q = q.concentration1 + q.concentration0
        first = q.concentration1.lgamma() + q.concentration0.lgamma() + of_p.lgamma()
        second = p.concentration1.lgamma() + p.concentration0.lgamma() + of_q.lgamma()
        third = (p.concentration1 - q.concentration1) * torch.digamma(p.concentration1)
        fourth = (p.concentration0 - q.concentration0) * torch.digamma(p.concentration0)
        fifth = (of_q - of_p) * torch.digamma(of_p)
        return first - second + third + fourth + fifth
    if type(p) is Dirichlet:
        of_p = p.concentration.sum(-1)
        of_q = q.concentration.sum(-1)
        first = of_p.lgamma() - of_q.lgamma()
        second = (p.concentration.lgamma() - q.concentration.lgamma()).sum(-1)
        third = p.concentration - q.concentration
        fourth = p.concentration.digamma() - of_p.digamma().unsqueeze(-1)
        return first - second + (third * fourth).sum(-1)
    if type(p) is Poisson:
        return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)
    if type(p) is Geometric:
        return -p.entropy() - torch.log1p(-q.probs) / p.probs - q.logits
    return None
