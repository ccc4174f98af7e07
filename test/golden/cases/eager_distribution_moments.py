# Samples, moments, modes and entropies of every distribution that is here.
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
D = torch.distributions
for d in [D.Normal(torch.zeros(2), 1.), D.Bernoulli(probs=torch.tensor([.2, .7])), D.Categorical(torch.tensor([.1, .2, .7])), D.Uniform(-1., 2.), D.Exponential(2.), D.Gamma(2., 3.), D.Beta(.5, 1.5), D.Laplace(0., 1.), D.Poisson(3.), D.Geometric(.3), D.Gumbel(0., 1.), D.Cauchy(0., 1.), D.HalfNormal(2.), D.LogNormal(0., .5), D.StudentT(4.), D.Dirichlet(torch.ones(3)), D.MultivariateNormal(torch.zeros(2), torch.eye(2)), D.OneHotCategorical(torch.ones(3)), D.Binomial(5, torch.tensor(.3)), D.Chi2(3.), D.Independent(D.Normal(torch.zeros(2), 1.), 1), D.TransformedDistribution(D.Normal(0., 1.), [D.transforms.ExpTransform(), D.transforms.AffineTransform(1., 2.)])]:
    s = d.sample(); print(d); print(s, d.log_prob(s))
    for at in ('mean', 'variance', 'mode', 'stddev'):
        try: print(at, getattr(d, at))
        except Exception as e: print(at, type(e).__name__, e)
    try: print(d.entropy())
    except NotImplementedError as e: print('NI', e)
