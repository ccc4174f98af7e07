"""Rarer distributions of transformed numbers; after torch/distributions/{weibull,pareto,half_cauchy,inverse_gamma,kumaraswamy,relaxed_bernoulli,relaxed_categorical,logistic_normal}.py."""
import math

import torch

from torch.distributions.families import _EMPTY, _POSITIVE, _REAL, _REAL_VECTOR, _SIMPLEX, _UNIT, Categorical, Distribution, Normal, _clamped, _one_of
from torch.distributions.gammas import Cauchy, Gamma, Geometric
from torch.distributions.more import Exponential, Uniform, _Bound, _together
from torch.distributions.transformed_distribution import _EULER, _Half, TransformedDistribution
from torch.distributions.transforms import AffineTransform, ExpTransform, PowerTransform, SigmoidTransform, StickBreakingTransform


class Weibull(TransformedDistribution):
    __module__ = "torch.distributions.weibull"
    _checked = {"scale": _POSITIVE, "concentration": _POSITIVE}
    support = _POSITIVE

    def __init__(self, scale, concentration, validate_args=None):
        (self.scale, self.concentration), _ = _together(scale, concentration)
        self.concentration_reciprocal = self.concentration.reciprocal()
        base = Exponential(torch.ones_like(self.scale), validate_args=validate_args)
        super().__init__(base, self._steps(), validate_args=validate_args)

    def _steps(self):
        return [PowerTransform(exponent=self.concentration_reciprocal), AffineTransform(loc=0, scale=self.scale)]

    def expand(self, batch_shape, _instance=None):
        new = type(self).__new__(type(self)) if _instance is None else _instance
        new.scale = self.scale.expand(batch_shape)
        new.concentration = self.concentration.expand(batch_shape)
        new.concentration_reciprocal = new.concentration.reciprocal()
        TransformedDistribution.__init__(new, self.base_dist.expand(batch_shape), new._steps(), validate_args=False)
        new._validate_args = self._validate_args
        return new

    @property
    def mean(self):
        return self.scale * torch.exp(torch.lgamma(1 + self.concentration_reciprocal))

    @property
    def mode(self):
        return self.scale * ((self.concentration - 1) / self.concentration) ** self.concentration.reciprocal()

    @property
    def variance(self):
        shape = self.concentration_reciprocal
        return self.scale.pow(2) * (torch.exp(torch.lgamma(1 + 2 * shape)) - torch.exp(2 * torch.lgamma(1 + shape)))

    def entropy(self):
        return _EULER * (1 - self.concentration_reciprocal) + torch.log(self.scale * self.concentration_reciprocal) + 1


class Pareto(TransformedDistribution):
    __module__ = "torch.distributions.pareto"
    _checked = {"alpha": _POSITIVE, "scale": _POSITIVE}

    def __init__(self, scale, alpha, validate_args=None):
        (self.scale, self.alpha), _ = _together(scale, alpha)
        base = Exponential(self.alpha, validate_args=validate_args)
        super().__init__(base, [ExpTransform(), AffineTransform(loc=0, scale=self.scale)], validate_args=validate_args)

    @property
    def support(self):
        least = self.scale
        return _Bound(lambda: f"GreaterThanEq(lower_bound={least})", lambda v: least <= v)

    @property
    def mean(self):
        a = self.alpha.clamp(min=1)
        return a * self.scale / (a - 1)

    @property
    def mode(self):
        return self.scale

    @property
    def variance(self):
        a = self.alpha.clamp(min=2)
        return self.scale.pow(2) * a / ((a - 1).pow(2) * (a - 2))

    def entropy(self):
        return (self.scale / self.alpha).log() + (1 + self.alpha.reciprocal())


class HalfCauchy(_Half):
    __module__ = "torch.distributions.half_cauchy"

    def __init__(self, scale, validate_args=None):
        super().__init__(Cauchy(0, scale, validate_args=False), validate_args)

    @property
    def mean(self):
        return torch.full(self._extended_shape(), math.inf, dtype=self.scale.dtype, device=self.scale.device)

    @property
    def variance(self):
        return self.base_dist.variance

    def log_prob(self, value):
        self._check_value(value)
        return self._folded(torch.as_tensor(value, dtype=self.scale.dtype, device=self.scale.device))


class InverseGamma(TransformedDistribution):
    __module__ = "torch.distributions.inverse_gamma"
    _checked = {"concentration": _POSITIVE, "rate": _POSITIVE}
    support = _POSITIVE

    def __init__(self, concentration, rate, validate_args=None):
        base = Gamma(concentration, rate, validate_args=validate_args)
        super().__init__(base, PowerTransform(-base.rate.new_ones(())), validate_args=validate_args)

    @property
    def concentration(self):
        return self.base_dist.concentration

    @property
    def rate(self):
        return self.base_dist.rate

    @property
    def mean(self):
        result = self.rate / (self.concentration - 1)
        return torch.where(self.concentration > 1, result, math.inf)

    @property
    def mode(self):
        return self.rate / (self.concentration + 1)

    @property
    def variance(self):
        result = self.rate.square() / ((self.concentration - 1).square() * (self.concentration - 2))
        return torch.where(self.concentration > 2, result, math.inf)

    def entropy(self):
        first = self.concentration + self.rate.log() + self.concentration.lgamma()
        return first - (1 + self.concentration) * self.concentration.digamma()


class Kumaraswamy(TransformedDistribution):
    __module__ = "torch.distributions.kumaraswamy"
    _checked = {"concentration1": _POSITIVE, "concentration0": _POSITIVE}
    support = _UNIT

    def __init__(self, concentration1, concentration0, validate_args=None):
        (self.concentration1, self.concentration0), _ = _together(concentration1, concentration0)
        base = Uniform(torch.full_like(self.concentration0, 0), torch.full_like(self.concentration0, 1), validate_args=validate_args)
        steps = [PowerTransform(exponent=self.concentration0.reciprocal()), AffineTransform(loc=1.0, scale=-1.0),
                 PowerTransform(exponent=self.concentration1.reciprocal())]
        super().__init__(base, steps, validate_args=validate_args)

    def _moment(self, n):
        a, b = 1 + n / self.concentration1, self.concentration0
        value = torch.lgamma(a) + torch.lgamma(b) - torch.lgamma(a + b)
        return b * torch.exp(value)

    @property
    def mean(self):
        return self._moment(1)

    @property
    def mode(self):
        value = self.concentration0.reciprocal() * (-self.concentration0).log1p() - (-self.concentration0 * self.concentration1).log1p()
        value[(self.concentration0 < 1) | (self.concentration1 < 1)] = math.nan
        return value.exp()

    @property
    def variance(self):
        return self._moment(2) - torch.pow(self.mean, 2)

    def entropy(self):
        first = 1 - self.concentration1.reciprocal()
        second = 1 - self.concentration0.reciprocal()
        harmonic = torch.digamma(self.concentration0 + 1) + _EULER
        return second + first * harmonic - torch.log(self.concentration1) - torch.log(self.concentration0)


class LogitRelaxedBernoulli(Distribution):
    __module__ = "torch.distributions.relaxed_bernoulli"
    _checked = {"probs": _UNIT, "logits": _REAL}
    support = _REAL

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        _one_of(probs, logits)
        (made,), plain = _together(logits if probs is None else probs)
        setattr(self, "logits" if probs is None else "probs", made)
        self._param = made
        super().__init__(_EMPTY if plain else made.size(), validate_args=validate_args)

    logits = Geometric.__dict__["logits"]
    probs = Geometric.__dict__["probs"]

    def _expand_parts(self, new, batch_shape):
        new.temperature = self.temperature

    @property
    def param_shape(self):
        return self._param.size()

    def rsample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        probs = _clamped(self.probs.expand(shape))
        u = _clamped(torch.rand(shape, dtype=probs.dtype, device=probs.device))
        return (u.log() - (-u).log1p() + probs.log() - (-probs).log1p()) / self.temperature

    def log_prob(self, value):
        self._check_value(value)
        (logits, value), _ = _together(self.logits, value)
        diff = logits - value.mul(self.temperature)
        return self.temperature.log() + diff - 2 * diff.exp().log1p()


class _Relaxed(TransformedDistribution):
    @property
    def temperature(self):
        return self.base_dist.temperature

    @property
    def logits(self):
        return self.base_dist.logits

    @property
    def probs(self):
        return self.base_dist.probs


class RelaxedBernoulli(_Relaxed):
    __module__ = "torch.distributions.relaxed_bernoulli"
    _checked = {"probs": _UNIT, "logits": _REAL}
    support = _UNIT

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(LogitRelaxedBernoulli(temperature, probs, logits), SigmoidTransform(), validate_args=validate_args)


class ExpRelaxedCategorical(Distribution):
    __module__ = "torch.distributions.relaxed_categorical"
    _checked = {"probs": _SIMPLEX, "logits": _REAL_VECTOR}
    support = _REAL_VECTOR
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits)
        self.temperature = temperature
        super().__init__(self._categorical.batch_shape, self._categorical.param_shape[-1:], validate_args=validate_args)

    def _expand_parts(self, new, batch_shape):
        new.temperature = self.temperature
        new._categorical = self._categorical.expand(batch_shape)

    @property
    def param_shape(self):
        return self._categorical.param_shape

    @property
    def logits(self):
        return self._categorical.logits

    @property
    def probs(self):
        return self._categorical.probs

    def rsample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        u = _clamped(torch.rand(shape, dtype=self.logits.dtype, device=self.logits.device))
        scores = (self.logits + -(-u.log()).log()) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def log_prob(self, value):
        count = self._categorical._num_events
        self._check_value(value)
        (logits, value), _ = _together(self.logits, value)
        scale = torch.full_like(self.temperature, float(count)).lgamma() - self.temperature.log().mul(-(count - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) + scale


class RelaxedOneHotCategorical(_Relaxed):
    __module__ = "torch.distributions.relaxed_categorical"
    _checked = {"probs": _SIMPLEX, "logits": _REAL_VECTOR}
    support = _SIMPLEX

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args=validate_args)
        super().__init__(base, ExpTransform(), validate_args=validate_args)


class LogisticNormal(TransformedDistribution):
    __module__ = "torch.distributions.logistic_normal"
    _checked = {"loc": _REAL, "scale": _POSITIVE}
    support = _SIMPLEX

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale, validate_args=validate_args)
        if not base.batch_shape:
            base = base.expand([1])
        super().__init__(base, StickBreakingTransform(), validate_args=validate_args)

    @property
    def loc(self):
        return self.base_dist.base_dist.loc

    @property
    def scale(self):
        return self.base_dist.base_dist.scale
