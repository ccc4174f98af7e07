"""torch.distributions: the distributions that models use most, with their divergences.

Checks of parameters and values are made as PyTorch makes them (they are operators too). Everything else of the package is
refused by name.
"""
import importlib

from torch._C import _missing

from torch.distributions.families import Bernoulli, Categorical, Distribution, Normal, kl_divergence, register_kl
from torch.distributions.gammas import Beta, Binomial, Cauchy, Chi2, Dirichlet, Gamma, Geometric, Poisson, StudentT
from torch.distributions.more import (
    Exponential, Independent, Laplace, MultivariateNormal, OneHotCategorical, OneHotCategoricalStraightThrough, Uniform,
)
from torch.distributions.transformed_distribution import Gumbel, HalfNormal, LogNormal, TransformedDistribution
from torch.distributions.transforms import (
    AbsTransform, AffineTransform, ComposeTransform, ExpTransform, IndependentTransform, PowerTransform, SigmoidTransform,
    SoftmaxTransform, SoftplusTransform, StickBreakingTransform, TanhTransform, Transform,
)

# Two files of their own, read when one of these is first asked for.
_LATE = {
    "rarer": "FisherSnedecor LowRankMultivariateNormal MixtureSameFamily Multinomial NegativeBinomial VonMises",
    "transformed_more": "ExpRelaxedCategorical HalfCauchy InverseGamma Kumaraswamy LogisticNormal LogitRelaxedBernoulli Pareto "
                        "RelaxedBernoulli RelaxedOneHotCategorical Weibull",
}


def __getattr__(name):
    for file, names in _LATE.items():
        if name in names.split():
            return getattr(importlib.import_module(f"torch.distributions.{file}"), name)
    return _missing("torch.distributions", name)
