"""Rarer distributions: moments, draws, densities, entropies, supports; divergences that a program registers."""
import torch
from torch import distributions as D
torch.manual_seed(0)
def show(d, value, more=()):
    print(d, d.batch_shape, d.event_shape)
    for name in ("mean", "mode", "variance", "stddev"):
        try:
            print(name, getattr(d, name))
        except NotImplementedError as e:
            print(name, type(e).__name__, e)
    torch.manual_seed(1)
    print(d.sample((2,)))
    print(d.log_prob(value))
    try:
        print(d.entropy())
    except NotImplementedError as e:
        print(type(e).__name__)
    e = d.expand((2,) + tuple(d.batch_shape))
    print(e.batch_shape, e.log_prob(value))
    print(repr(d.support))
    for m in more:
        print(m, getattr(d, m))
t = torch.tensor
show(D.Multinomial(3, probs=t([0.2, 0.3, 0.5])), t([1., 1., 1.]), ("probs", "logits", "param_shape"))
show(D.Multinomial(2, logits=t([[0.2, 0.3, 0.5], [1., 0., 2.]])), t([1., 1., 0.]))
show(D.NegativeBinomial(t([2., 5.]), probs=t([0.3, 0.6])), t([1., 4.]), ("probs", "logits"))
show(D.NegativeBinomial(3, logits=t([0.3, 0.6])), t([1., 4.]))
show(D.MixtureSameFamily(D.Categorical(t([0.3, 0.7])), D.Normal(t([0., 2.]), t([1., 0.5]))), t(1.))
show(D.MixtureSameFamily(D.Categorical(logits=torch.zeros(2)), D.Independent(D.Normal(torch.zeros(2, 3), torch.ones(2, 3)), 1)), t([1., 0., 2.]))
print(D.MixtureSameFamily(D.Categorical(t([0.3, 0.7])), D.Normal(t([0., 2.]), t([1., 0.5]))).cdf(t(1.)))
show(D.VonMises(t([0., 1.]), t([1., 4.])), t([0.5, 1.5]))
show(D.LowRankMultivariateNormal(torch.zeros(3), t([[1.], [0.], [2.]]), torch.ones(3)), t([1., 2., 3.]), ("scale_tril", "covariance_matrix", "precision_matrix"))
show(D.FisherSnedecor(t([3., 5.]), t([6., 3.])), t([0.5, 1.5]))
show(D.Weibull(t([1., 2.]), t([1.5, 3.])), t([0.5, 1.5]))
show(D.Pareto(t([1., 2.]), t([1.5, 3.])), t([2.5, 3.5]))
show(D.HalfCauchy(t([1., 2.])), t([0.5, 1.5]))
show(D.InverseGamma(t([3., 2.]), t([1., 1.])), t([0.5, 1.5]))
show(D.Kumaraswamy(t([2., 3.]), t([2., 0.5])), t([0.5, 0.25]))
show(D.RelaxedBernoulli(t(0.5), probs=t([0.3, 0.6])), t([0.5, 0.25]), ("probs", "logits", "temperature"))
show(D.RelaxedOneHotCategorical(t(0.5), probs=t([0.3, 0.2, 0.5])), t([0.5, 0.25, 0.25]))
show(D.LogisticNormal(t([0., 1.]), t([1., 2.])), t([0.5, 0.25, 0.25]))
p = t([0.2, 0.3, 0.5], requires_grad=True)
torch.manual_seed(3)
r = D.RelaxedOneHotCategorical(t(0.7), probs=p).rsample()
r[0].backward()
print(r, p.grad)
for f in (lambda: D.Multinomial(t([2., 3.]), probs=t([0.5, 0.5])), lambda: D.NegativeBinomial(t([2.])), lambda: D.VonMises(t([0.]), t([-1.])), lambda: D.Pareto(t([1.]), t([1.])).log_prob(t([0.5])), lambda: D.MixtureSameFamily(1, 2), lambda: D.MixtureSameFamily(D.Categorical(t([0.5, 0.5])), D.Normal(torch.zeros(3), 1.)), lambda: D.LowRankMultivariateNormal(torch.zeros(3), torch.zeros(2, 1), torch.ones(3))):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, str(e))
from torch.distributions.kl import register_kl, kl_divergence
class Mine(D.Normal):
    pass
@register_kl(Mine, D.Normal)
def _kl(p, q):
    return p.loc - q.loc
print(kl_divergence(Mine(t(1.), t(1.)), D.Normal(t(0.), t(1.))), kl_divergence(D.Normal(t(1.), t(1.)), Mine(t(0.), t(1.))))
print(D.transforms.SoftmaxTransform()(t([1., 2.])), D.StickBreakingTransform().inv(t([0.2, 0.3, 0.5])), D.PowerTransform(t(2.)).log_abs_det_jacobian(t(3.), t(9.)))
