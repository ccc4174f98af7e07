"""The distributions themselves; after torch/distributions/{distribution,normal,categorical,bernoulli,kl}.py."""
import math

import torch
from torch._C import _else, _refuse

_EMPTY = torch.Size()


class _Constraint:
    """What a parameter or a value must satisfy: its name in messages and a test."""

    def __init__(self, name, check, event_dim=0):
        self._name = name
        self.check = check
        self.event_dim = event_dim

    def __repr__(self):
        return self._name


def _on_simplex(v):
    return torch.all(v >= 0, dim=-1) & ((v.sum(-1) - 1).abs() < 1e-6)


_REAL = _Constraint("Real()", lambda v: v == v)
_POSITIVE = _Constraint("GreaterThan(lower_bound=0.0)", lambda v: v > 0.0)
_UNIT = _Constraint("Interval(lower_bound=0.0, upper_bound=1.0)", lambda v: (v >= 0.0) & (v <= 1.0))
_SIMPLEX = _Constraint("Simplex()", _on_simplex, 1)
_REAL_VECTOR = _Constraint("IndependentConstraint(Real(), 1)", lambda v: (v == v).reshape(v.shape[:-1] + (-1,)).all(-1), 1)
_BOOLEAN = _Constraint("Boolean()", lambda v: (v == 0) | (v == 1))


def _below(upper):
    return _Constraint(f"IntegerInterval(lower_bound=0, upper_bound={upper})", lambda v: (v % 1 == 0) & (v >= 0) & (v <= upper))


class _lazy:
    """A property worked out once, with gradients, and kept in the instance."""

    def __init__(self, wrapped):
        self.wrapped = wrapped
        self.name = wrapped.__name__

    def __get__(self, instance, owner=None):
        if instance is None:
            return self
        with torch.enable_grad():
            value = self.wrapped(instance)
        setattr(instance, self.name, value)
        return value


def _clamped(probs):
    eps = torch.finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def _number(v):
    return isinstance(v, (int, float)) and not isinstance(v, bool)


class Distribution:
    has_rsample = False
    _validate_args = True
    _checked = {}

    def __init__(self, batch_shape=_EMPTY, event_shape=_EMPTY, validate_args=None):
        self._batch_shape = batch_shape
        self._event_shape = event_shape
        if validate_args is not None:
            self._validate_args = validate_args
        if not self._validate_args:
            return
        for name, constraint in self._checked.items():
            if name not in self.__dict__ and isinstance(getattr(type(self), name, None), _lazy):
                continue
            value = getattr(self, name)
            if not _else(torch._is_all_true(constraint.check(value)), True):
                raise ValueError(
                    f"Expected parameter {name} ({type(value).__name__} of shape {tuple(value.shape)}) of distribution {self!r} "
                    f"to satisfy the constraint {constraint!r}, but found invalid values:\n{value}")

    @property
    def batch_shape(self):
        return self._batch_shape

    @property
    def event_shape(self):
        return self._event_shape

    @property
    def mean(self):
        raise NotImplementedError

    @property
    def mode(self):
        raise NotImplementedError(f"{self.__class__} does not implement mode")

    @property
    def variance(self):
        raise NotImplementedError

    @property
    def stddev(self):
        return self.variance.sqrt()

    # Dimensions of an event that parameters have behind those of the batch; parameters held under other names than checked.
    _spread = {}
    _parts = ()

    def expand(self, batch_shape, _instance=None):
        new = type(self).__new__(type(self)) if _instance is None else _instance
        batch_shape = torch.Size(batch_shape)
        for name in self._parts or self._checked:
            if name in self.__dict__:
                value = self.__dict__[name]
                count = self._spread.get(name, 0)
                setattr(new, name, value.expand(batch_shape + (value.shape[-count:] if count else _EMPTY)))
                if self.__dict__.get("_param") is value:
                    new._param = getattr(new, name)
        self._expand_parts(new, batch_shape)
        Distribution.__init__(new, batch_shape, self._event_shape, validate_args=False)
        new._validate_args = self._validate_args
        return new

    def _expand_parts(self, new, batch_shape):
        """What a distribution holds beside its parameters."""

    def _listed(self, values, expand):
        values = values.view((-1,) + (1,) * len(self._batch_shape))
        return values.expand((-1,) + self._batch_shape) if expand else values

    def enumerate_support(self, expand=True):
        raise NotImplementedError

    def cdf(self, value):
        _refuse(f"{type(self).__name__}.cdf")

    def icdf(self, value):
        _refuse(f"{type(self).__name__}.icdf")

    def sample(self, sample_shape=_EMPTY):
        with torch.no_grad():
            return self.rsample(sample_shape)

    def rsample(self, sample_shape=_EMPTY):
        raise NotImplementedError

    def log_prob(self, value):
        raise NotImplementedError

    def entropy(self):
        raise NotImplementedError

    def perplexity(self):
        return torch.exp(self.entropy())

    def _extended_shape(self, sample_shape=_EMPTY):
        if not isinstance(sample_shape, torch.Size):
            sample_shape = torch.Size(sample_shape)
        return torch.Size(sample_shape + self._batch_shape + self._event_shape)

    def _check_value(self, value):
        if not self._validate_args:
            return
        if not isinstance(value, torch.Tensor):
            raise ValueError("The value argument to log_prob must be a Tensor")
        shape, wanted = value.size(), self._batch_shape + self._event_shape
        for i, j in zip(reversed(shape), reversed(wanted)):
            if i != 1 and j != 1 and i != j:
                raise ValueError(f"Value is not broadcastable with batch_shape+event_shape: {shape} vs {wanted}.")
        if not _else(torch._is_all_true(self.support.check(value)), True):
            raise ValueError(
                f"Expected value argument ({type(value).__name__} of shape {tuple(value.shape)}) to be within the support "
                f"({self.support!r}) of the distribution {self!r}, but found invalid values:\n{value}")

    def __repr__(self):
        names = [k for k in self._checked if k in self.__dict__]
        shown = (f"{k}: {self.__dict__[k] if self.__dict__[k].numel() == 1 else self.__dict__[k].size()}" for k in names)
        return f"{type(self).__name__}({', '.join(shown)})"


class Normal(Distribution):
    _checked = {"loc": _REAL, "scale": _POSITIVE}
    support = _REAL
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        plain = _number(loc) and _number(scale)
        if isinstance(loc, torch.Tensor) and isinstance(scale, torch.Tensor):
            self.loc, self.scale = torch.broadcast_tensors(loc, scale)
        else:
            like = next((v for v in (loc, scale) if isinstance(v, torch.Tensor)), None)
            made = dict(dtype=torch.get_default_dtype()) if like is None else dict(dtype=like.dtype, device=like.device)
            self.loc, self.scale = torch.broadcast_tensors(
                *[v if isinstance(v, torch.Tensor) else torch.tensor(v, **made) for v in (loc, scale)])
        super().__init__(_EMPTY if plain else self.loc.size(), validate_args=validate_args)

    @property
    def mean(self):
        return self.loc

    @property
    def mode(self):
        return self.loc

    @property
    def stddev(self):
        return self.scale

    @property
    def variance(self):
        return self.stddev.pow(2)

    def sample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.normal(self.loc.expand(shape), self.scale.expand(shape))

    def rsample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        noise = torch.empty(shape, dtype=self.loc.dtype, device=self.loc.device).normal_()
        return self.loc + noise * self.scale

    def log_prob(self, value):
        self._check_value(value)
        var = self.scale ** 2
        log_scale = self.scale.log()
        return -((value - self.loc) ** 2) / (2 * var) - log_scale - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        self._check_value(value)
        return 0.5 * (1 + torch.erf((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)))

    def icdf(self, value):
        return self.loc + self.scale * torch.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + torch.log(self.scale)


def _one_of(probs, logits):
    if (probs is None) == (logits is None):
        raise ValueError("Either `probs` or `logits` must be specified, but not both.")


class Categorical(Distribution):
    _checked = {"probs": _SIMPLEX, "logits": _REAL_VECTOR}
    _spread = {"probs": 1, "logits": 1}

    def _expand_parts(self, new, batch_shape):
        new._num_events = self._num_events

    def enumerate_support(self, expand=True):
        return self._listed(torch.arange(self._num_events, dtype=torch.long, device=self._param.device), expand)

    def __init__(self, probs=None, logits=None, validate_args=None):
        _one_of(probs, logits)
        if probs is not None:
            if probs.dim() < 1:
                raise ValueError("`probs` parameter must be at least one-dimensional.")
            self.probs = probs / probs.sum(-1, keepdim=True)
        else:
            if logits.dim() < 1:
                raise ValueError("`logits` parameter must be at least one-dimensional.")
            self.logits = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._param = self.probs if probs is not None else self.logits
        self._num_events = self._param.size()[-1]
        super().__init__(self._param.size()[:-1] if self._param.ndimension() > 1 else _EMPTY, validate_args=validate_args)

    @property
    def support(self):
        return _below(self._num_events - 1)

    @_lazy
    def logits(self):
        return torch.log(_clamped(self.probs))

    @_lazy
    def probs(self):
        return torch.nn.functional.softmax(self.logits, dim=-1)

    @property
    def param_shape(self):
        return self._param.size()

    @property
    def mean(self):
        return torch.full(self._extended_shape(), math.nan, dtype=self.probs.dtype, device=self.probs.device)

    @property
    def mode(self):
        return self.probs.argmax(dim=-1)

    @property
    def variance(self):
        return torch.full(self._extended_shape(), math.nan, dtype=self.probs.dtype, device=self.probs.device)

    def sample(self, sample_shape=_EMPTY):
        if not isinstance(sample_shape, torch.Size):
            sample_shape = torch.Size(sample_shape)
        flat = self.probs.reshape(-1, self._num_events)
        drawn = torch.multinomial(flat, sample_shape.numel(), True).T
        return drawn.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        self._check_value(value)
        index = value.long().unsqueeze(-1)
        index, logits = torch.broadcast_tensors(index, self.logits)
        return logits.gather(-1, index[..., :1]).squeeze(-1)

    def entropy(self):
        logits = torch.clamp(self.logits, min=torch.finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)


class Bernoulli(Distribution):
    _checked = {"probs": _UNIT, "logits": _REAL}
    support = _BOOLEAN

    def enumerate_support(self, expand=True):
        return self._listed(torch.arange(2, dtype=self._param.dtype, device=self._param.device), expand)

    def __init__(self, probs=None, logits=None, validate_args=None):
        _one_of(probs, logits)
        given = probs if probs is not None else logits
        plain = _number(given)
        made = given if isinstance(given, torch.Tensor) else torch.tensor(float(given))
        (made,) = torch.broadcast_tensors(made)
        if probs is not None:
            self.probs = made
        else:
            self.logits = made
        self._param = made
        super().__init__(_EMPTY if plain else made.size(), validate_args=validate_args)

    @_lazy
    def logits(self):
        p = _clamped(self.probs)
        return torch.log(p) - torch.log1p(-p)

    @_lazy
    def probs(self):
        return torch.sigmoid(self.logits)

    @property
    def mean(self):
        return self.probs

    @property
    def mode(self):
        mode = (self.probs >= 0.5).to(self.probs)
        mode[self.probs == 0.5] = math.nan
        return mode

    @property
    def variance(self):
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=_EMPTY):
        shape = self._extended_shape(sample_shape)
        with torch.no_grad():
            return torch.bernoulli(self.probs.expand(shape))

    def log_prob(self, value):
        self._check_value(value)
        logits, value = torch.broadcast_tensors(self.logits, value)
        return -torch.nn.functional.binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return torch.nn.functional.binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")


_registered = {}


def register_kl(type_p, type_q):
    def decorator(fun):
        _registered[type_p, type_q] = fun
        return fun
    return decorator


def _of_program(type_p, type_q):
    """What a program has registered for the nearest classes."""
    for a in type_p.__mro__:
        for b in type_q.__mro__:
            if (a, b) in _registered:
                return _registered[a, b]
    return None


def _kind(d):
    return next(c for c in type(d).__mro__ if c.__module__.startswith("torch.distributions"))


def kl_divergence(p, q):
    given = _of_program(type(p), type(q)) if _registered else None
    if given is not None:
        return given(p, q)
    kinds = _kind(p), _kind(q)
    if kinds == (Normal, Normal):
        ratio = (p.scale / q.scale).pow(2)
        shift = ((p.loc - q.loc) / q.scale).pow(2)
        return 0.5 * (ratio + shift - 1 - ratio.log())
    if kinds == (Categorical, Categorical):
        t = p.probs * (p.logits - q.logits)
        t[(q.probs == 0).expand_as(t)] = math.inf
        t[(p.probs == 0).expand_as(t)] = 0
        return t.sum(-1)
    if kinds == (Bernoulli, Bernoulli):
        softplus = torch.nn.functional.softplus
        ones = p.probs * (softplus(-q.logits) - softplus(-p.logits))
        ones[q.probs == 0] = math.inf
        ones[p.probs == 0] = 0
        zeros = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
        zeros[q.probs == 1] = math.inf
        zeros[p.probs == 1] = 0
        return ones + zeros
    from torch.distributions import gammas, more, transformed_distribution
    if type(p) is type(q):
        for found in (more.divergence(p, q, kl_divergence), gammas.divergence(p, q), transformed_distribution.divergence(p, q, kl_divergence)):
            if found is not None:
                return found
    _refuse(f"kl_divergence of {type(p).__name__} and {type(q).__name__}")
