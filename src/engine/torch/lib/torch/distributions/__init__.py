"""torch.distributions: the distributions that models use most, with their divergences.

Checks of parameters and values are made as PyTorch makes them (they are operators too). Everything else of the package is
refused by name.
"""
from torch._C import _missing

from torch.distributions.families import Bernoulli, Categorical, Distribution, Normal, kl_divergence
from torch.distributions.gammas import Beta, Binomial, Cauchy, Chi2, Dirichlet, Gamma, Geometric, Poisson, StudentT
from torch.distributions.more import (
    Exponential, Independent, Laplace, MultivariateNormal, OneHotCategorical, OneHotCategoricalStraightThrough, Uniform,
)
from torch.distributions.transformed_distribution import Gumbel, HalfNormal, LogNormal, TransformedDistribution
from torch.distributions.transforms import (
    AbsTransform, AffineTransform, ComposeTransform, ExpTransform, IndependentTransform, SigmoidTransform, SoftplusTransform,
    TanhTransform, Transform,
)


def __getattr__(name):
    return _missing("torch.distributions", name)
