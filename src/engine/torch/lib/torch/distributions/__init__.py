"""torch.distributions: the distributions that models use most, with their divergences.

Checks of parameters and values are made as PyTorch makes them (they are operators too). Everything else of the package is
refused by name.
"""
from torch._C import _missing

from torch.distributions.families import Bernoulli, Categorical, Distribution, Normal, kl_divergence
from torch.distributions.more import (
    Exponential, Independent, Laplace, MultivariateNormal, OneHotCategorical, OneHotCategoricalStraightThrough, Uniform,
)


def __getattr__(name):
    return _missing("torch.distributions", name)
