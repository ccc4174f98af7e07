import torch
import torch.distributions as D
from torch.autograd import Variable
from torch.distributions import Independent, Normal, kl_divergence, MultivariateNormal

torch.manual_seed(0)
loc = torch.randn(3, 2, requires_grad=True)
scale = torch.rand(3, 2) + 0.5
for d in (D.Uniform(loc.detach(), loc.detach() + scale), D.Uniform(0.0, 2.0), D.Exponential(scale), D.Laplace(loc, scale), Independent(Normal(loc, scale), 1)):
    print(d, d.batch_shape, d.event_shape, d.has_rsample)
    x = d.sample((2,)) if d.batch_shape else d.sample()
    print(d.log_prob(x), d.entropy(), d.mean, d.variance)
print(Independent(Normal(loc, scale), 1).rsample().sum(), kl_divergence(Independent(Normal(loc, scale), 1), Independent(Normal(loc * 0, scale * 2), 1)))
print(kl_divergence(D.Laplace(loc, scale), D.Laplace(loc * 0, scale)), kl_divergence(D.Exponential(scale), D.Exponential(scale * 2)))
print(kl_divergence(D.Bernoulli(torch.tensor([0.2, 0.9])), D.Bernoulli(torch.tensor([0.5, 0.5]))))
o = D.OneHotCategorical(logits=torch.randn(3, 4))
s = o.sample()
print(o, s, o.log_prob(s), o.entropy(), o.mode)
print(D.OneHotCategoricalStraightThrough(probs=torch.tensor([0.1, 0.9])).rsample())
cov = torch.tensor([[2.0, 0.5], [0.5, 1.0]])
m = MultivariateNormal(torch.zeros(2), cov)
print(m, m.log_prob(torch.tensor([[1.0, 2.0], [0.0, 0.0]])), m.entropy(), m.variance, m.rsample((2,)).shape)
m = MultivariateNormal(loc, scale_tril=torch.diag_embed(scale))
m.log_prob(torch.ones(3, 2)).sum().backward()
print(loc.grad, m.covariance_matrix.shape, m.variance)
for bad in (lambda: D.Uniform(1.0, 0.0), lambda: MultivariateNormal(torch.zeros(2), -cov), lambda: D.Exponential(torch.tensor(-1.0)), lambda: Independent(Normal(0.0, 1.0), 1), lambda: D.Laplace(0.0, 1.0).log_prob(torch.tensor(float("nan")))):
    try:
        bad()
    except ValueError as e:
        print(str(e).split("\n")[0])
v = Variable(torch.ones(2), requires_grad=True)
print(v, isinstance(v, Variable), isinstance(torch.ones(1), Variable))
w = Variable(v * 2)
print(w.requires_grad)
