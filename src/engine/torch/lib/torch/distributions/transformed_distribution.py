"""Distributions of transformed numbers; after torch/distributions/{transformed_distribution,log_normal,half_normal,gumbel}.py."""
import math

import torch

from torch.distributions.families import _EMPTY, _POSITIVE, _REAL, Distribution, Normal
from torch.distributions.more import _NONNEGATIVE, Independent, Uniform, _independent, _sum_rightmost, _together
from torch.distributions.transforms import AbsTransform, AffineTransform, ComposeTransform, ExpTransform, Transform

_EULER = 0.57721566490153286060


class TransformedDistribution(Distribution):
    def __init__(self, base_distribution, transforms, validate_args=None):
        if isinstance(transforms, Transform):
            transforms = [transforms]
        elif not isinstance(transforms, list):
            raise ValueError(f"transforms must be a Transform or list, but was {transforms}")
        elif not all(isinstance(t, Transform) for t in transforms):
            raise ValueError("transforms must be a Transform or a list of Transforms")
        self.transforms = transforms
        base = base_distribution
        shape, count = base.batch_shape + base.event_shape, len(base.event_shape)
        whole = ComposeTransform(transforms)
        domain, codomain = whole.domain.event_dim, whole.codomain.event_dim
        if len(shape) < domain:
            raise ValueError(f"base_distribution needs to have shape with size at least {domain}, but got {base}.")
        after = whole.forward_shape(shape)
        before = whole.inverse_shape(after)
        if shape != before:
            base = base.expand(before[:len(before) - count])
        if domain > count:
            base = Independent(base, domain - count)
        self.base_dist = base
        cut = len(after) - max(codomain, count + codomain - domain)
        super().__init__(after[:cut], after[cut:], validate_args=validate_args)

    def _expand_parts(self, new, batch_shape):
        shape = batch_shape + self.event_shape
        for t in reversed(self.transforms):
            shape = t.inverse_shape(shape)
        new.base_dist = self.base_dist.expand(shape[:len(shape) - len(self.base_dist.event_shape)])
        new.transforms = self.transforms

    @property
    def support(self):
        if not self.transforms:
            return self.base_dist.support
        own = self.transforms[-1].codomain
        return _independent(own, len(self.event_shape) - own.event_dim)

    @property
    def has_rsample(self):
        return self.base_dist.has_rsample

    def sample(self, sample_shape=_EMPTY):
        with torch.no_grad():
            return self._through(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=_EMPTY):
        return self._through(self.base_dist.rsample(sample_shape))

    def _through(self, x):
        for t in self.transforms:
            x = t(x)
        return x

    def log_prob(self, value):
        self._check_value(value)
        count, total, y = len(self.event_shape), 0.0, value
        for t in reversed(self.transforms):
            x = t.inv(y)
            count += t.domain.event_dim - t.codomain.event_dim
            total = total - _sum_rightmost(t.log_abs_det_jacobian(x, y), count - t.domain.event_dim)
            y = x
        return total + _sum_rightmost(self.base_dist.log_prob(y), count - len(self.base_dist.event_shape))

    def _rising(self, value):
        sign = 1
        for t in self.transforms:
            sign = sign * t.sign
        return value if isinstance(sign, int) and sign == 1 else sign * (value - 0.5) + 0.5

    def cdf(self, value):
        for t in self.transforms[::-1]:
            value = t.inv(value)
        self.base_dist._check_value(value)
        return self._rising(self.base_dist.cdf(value))

    def icdf(self, value):
        return self._through(self.base_dist.icdf(self._rising(value)))


class LogNormal(TransformedDistribution):
    _checked = {"loc": _REAL, "scale": _POSITIVE}
    support = _POSITIVE

    def __init__(self, loc, scale, validate_args=None):
        super().__init__(Normal(loc, scale, validate_args=validate_args), ExpTransform(), validate_args=validate_args)

    @property
    def loc(self):
        return self.base_dist.loc

    @property
    def scale(self):
        return self.base_dist.scale

    @property
    def mean(self):
        return (self.loc + self.scale.pow(2) / 2).exp()

    @property
    def mode(self):
        return (self.loc - self.scale.square()).exp()

    @property
    def variance(self):
        square = self.scale.pow(2)
        return square.expm1() * (2 * self.loc + square).exp()

    def entropy(self):
        return self.base_dist.entropy() + self.loc


class _Half(TransformedDistribution):
    """A distribution symmetric about zero, folded there."""

    _checked = {"scale": _POSITIVE}
    support = _NONNEGATIVE

    def __init__(self, base, validate_args):
        super().__init__(base, AbsTransform(), validate_args=validate_args)

    @property
    def scale(self):
        return self.base_dist.scale

    @property
    def mode(self):
        return torch.zeros_like(self.scale)

    def log_prob(self, value):
        self._check_value(value)
        return self._folded(value)

    def _folded(self, value):
        whole = self.base_dist.log_prob(value) + math.log(2)
        return torch.where(value >= 0, whole, -math.inf)

    def cdf(self, value):
        self._check_value(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, value):
        return self.base_dist.icdf((value + 1) / 2)

    def entropy(self):
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    def __init__(self, scale, validate_args=None):
        super().__init__(Normal(0, scale, validate_args=False), validate_args)

    @property
    def mean(self):
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def variance(self):
        return self.scale.pow(2) * (1 - 2 / math.pi)


class Gumbel(TransformedDistribution):
    _checked = {"loc": _REAL, "scale": _POSITIVE}
    support = _REAL

    def __init__(self, loc, scale, validate_args=None):
        (self.loc, self.scale), plain = _together(loc, scale)
        info = torch.finfo(self.loc.dtype)
        ends = (info.tiny, 1 - info.eps)
        base = Uniform(*(ends if plain else [torch.full_like(self.loc, e) for e in ends]), validate_args=validate_args)
        flipped = AffineTransform(loc=0, scale=-torch.ones_like(self.scale))
        parts = [ExpTransform().inv, flipped, ExpTransform().inv, AffineTransform(loc=loc, scale=-self.scale)]
        super().__init__(base, parts, validate_args=validate_args)

    def log_prob(self, value):
        self._check_value(value)
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    @property
    def mean(self):
        return self.loc + self.scale * _EULER

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return (math.pi / math.sqrt(6)) * self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def entropy(self):
        return self.scale.log() + (1 + _EULER)


def divergence(p, q, kl):
    """The divergences of these distributions; None where there is none here."""
    if type(p) is Gumbel:
        scales, at_q, at_p = p.scale / q.scale, q.loc / q.scale, p.loc / q.scale
        first = -scales.log() - at_q + at_p
        second = scales * _EULER
        third = torch.exp(at_q + (1 + scales).lgamma() - at_p)
        return first + second + third - (1 + _EULER)
    if type(p) is HalfNormal:
        return kl(p.base_dist, q.base_dist)
    if isinstance(p, TransformedDistribution):
        if p.transforms != q.transforms or p.event_shape != q.event_shape:
            raise NotImplementedError
        return kl(p.base_dist, q.base_dist)
    return None
