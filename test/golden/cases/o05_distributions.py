# Distributions: gammas and counts, transforms, expanding, divergences.
import torch
import torch.distributions as D
from torch.distributions.gamma import Gamma
from torch.distributions.transforms import TanhTransform
from torch.distributions.transformed_distribution import TransformedDistribution

torch.manual_seed(0)
a = torch.tensor([0.5, 1.5, 4.0])
b = torch.tensor([1.0, 2.0, 0.25])


def show(name, d, value):
    print(name, d, d.batch_shape, d.event_shape)
    for what in ("mean", "mode", "variance", "stddev"):
        try:
            print("", what, getattr(d, what))
        except NotImplementedError:
            print("", what, "none")
    torch.manual_seed(1)
    print(" sample", d.sample(), d.sample((2,)).shape)
    print(" log_prob", d.log_prob(value))
    try:
        print(" entropy", d.entropy())
    except NotImplementedError:
        print(" entropy none")
    e = d.expand((2,) + d.batch_shape)
    print(" expanded", e.batch_shape, e.event_shape, e.log_prob(value).shape, e.sample().shape)


show("gamma", Gamma(a, b), torch.tensor([0.1, 1.0, 3.0]))
show("gamma1", Gamma(2.0, 3.0), torch.tensor(0.7))
show("chi2", D.Chi2(a), torch.tensor([0.1, 1.0, 3.0]))
show("beta", D.Beta(a, b), torch.tensor([0.1, 0.5, 0.9]))
show("beta1", D.Beta(2.0, 3.0), torch.tensor(0.3))
show("dirichlet", D.Dirichlet(a), torch.tensor([0.2, 0.3, 0.5]))
show("dirichlet2", D.Dirichlet(torch.ones(2, 3)), torch.tensor([0.2, 0.3, 0.5]))
show("studentT", D.StudentT(a, 1.0, 2.0), torch.tensor([0.2, 0.3, 0.5]))
show("cauchy", D.Cauchy(a, b), torch.tensor([0.2, 0.3, 0.5]))
show("poisson", D.Poisson(a), torch.tensor([0.0, 3.0, 5.0]))
show("geometric", D.Geometric(torch.tensor([0.2, 0.7])), torch.tensor([0.0, 3.0]))
show("geometric2", D.Geometric(logits=torch.tensor([0.2, 0.7])), torch.tensor([0.0, 3.0]))
show("binomial", D.Binomial(10, torch.tensor([0.2, 0.7])), torch.tensor([0.0, 3.0]))
show("binomial2", D.Binomial(10, logits=torch.tensor([0.2, 0.7])), torch.tensor([0.0, 3.0]))
show("lognormal", D.LogNormal(a, b), torch.tensor([0.2, 0.3, 0.5]))
show("halfnormal", D.HalfNormal(b), torch.tensor([0.2, 0.3, 0.5]))
show("gumbel", D.Gumbel(a, b), torch.tensor([0.2, 0.3, 0.5]))
show("gumbel1", D.Gumbel(0.5, 2.0), torch.tensor(0.5))
show("normal", D.Normal(a, b), torch.tensor([0.2, 0.3, 0.5]))
show("categorical", D.Categorical(logits=torch.tensor([[0.1, 0.2, 0.3]])), torch.tensor([1]))
show("bernoulli", D.Bernoulli(torch.tensor([0.2, 0.7])), torch.tensor([0.0, 1.0]))
show("independent", D.Independent(D.Normal(torch.zeros(2, 3), torch.ones(2, 3)), 1), torch.zeros(3))
show("mvn", D.MultivariateNormal(torch.zeros(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]])), torch.tensor([0.3, 0.4]))

print(D.Categorical(torch.ones(2, 3)).enumerate_support(), D.Bernoulli(torch.tensor([0.3])).enumerate_support(), D.Binomial(2, torch.tensor([0.3])).enumerate_support(False))
print(D.Normal(0.0, 1.0).cdf(torch.tensor(0.3)), D.LogNormal(0.0, 1.0).cdf(torch.tensor(0.3)), D.LogNormal(0.0, 1.0).icdf(torch.tensor(0.3)), D.HalfNormal(1.0).cdf(torch.tensor(0.3)), D.Gamma(2.0, 1.0).cdf(torch.tensor(0.3)), D.Gumbel(0.0, 1.0).cdf(torch.tensor(0.3)), D.Cauchy(0.0, 1.0).cdf(torch.tensor(0.3)))

# A squashed policy: actions with their log probabilities and gradients.
torch.manual_seed(3)
mean = torch.tensor([[0.1, -0.2], [0.3, 0.4]], requires_grad=True)
log_std = torch.tensor([[-0.5, 0.1], [0.0, 0.2]], requires_grad=True)
policy = TransformedDistribution(D.Normal(mean, log_std.exp()), [TanhTransform(cache_size=1)])
action = policy.rsample()
score = policy.log_prob(action).sum(-1)
score.mean().backward()
print(policy, action, score, mean.grad, log_std.grad)
policy = D.Independent(TransformedDistribution(D.Normal(mean, log_std.exp()), [D.AffineTransform(1.0, 2.0), D.SigmoidTransform(), D.ExpTransform()]), 1)
print(policy, policy.log_prob(policy.sample()))
c = torch.tensor([2.0, 0.5], requires_grad=True)
z = D.Gamma(c, torch.tensor(2.0)).rsample((3,))
z.sum().backward()
print(z, c.grad)
t = D.ComposeTransform([D.AffineTransform(torch.zeros(3), torch.ones(3), event_dim=1), D.SoftplusTransform()])
x = torch.tensor([[0.1, 0.2, 0.3]])
print(t, t(x), t.inv(t(x)), t.log_abs_det_jacobian(x, t(x)), t.inv, t.bijective, t.sign if False else "")
print(D.TransformedDistribution(D.Normal(0.0, 1.0), D.AffineTransform(torch.zeros(3), torch.ones(3))).batch_shape)
print(D.IndependentTransform(D.ExpTransform(), 1).log_abs_det_jacobian(x, x), D.ExpTransform() == D.ExpTransform(), D.AffineTransform(0.0, 1.0) == D.AffineTransform(0.0, 2.0))

kl = D.kl_divergence
print(kl(Gamma(a, b), Gamma(b, a)), kl(D.Beta(a, b), D.Beta(b, a)), kl(D.Dirichlet(a), D.Dirichlet(b)), kl(D.Poisson(a), D.Poisson(b)))
print(kl(D.Geometric(torch.tensor(0.3)), D.Geometric(torch.tensor(0.6))), kl(D.HalfNormal(a), D.HalfNormal(b)), kl(D.LogNormal(a, b), D.LogNormal(b, a)), kl(D.Gumbel(a, b), D.Gumbel(b, a)))
m = D.MultivariateNormal(torch.zeros(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]]))
print(kl(m, D.MultivariateNormal(torch.ones(2), torch.eye(2))), kl(m.expand((3,)), D.MultivariateNormal(torch.ones(3, 2), torch.eye(2))))

for bad in (
    lambda: Gamma(-1.0, 1.0),
    lambda: D.Beta(torch.tensor([1.0, -1.0]), 1.0),
    lambda: D.Dirichlet(torch.tensor(1.0)),
    lambda: D.Dirichlet(torch.tensor([1.0, -2.0])),
    lambda: D.Poisson(-1.0),
    lambda: D.Geometric(torch.tensor([0.0, 0.5])),
    lambda: D.Binomial(-1, torch.tensor(0.5)),
    lambda: D.Binomial(3),
    lambda: D.LogNormal(0.0, -1.0),
    lambda: Gamma(1.0, 1.0).log_prob(torch.tensor(-1.0)),
    lambda: D.Beta(1.0, 1.0).log_prob(torch.tensor(1.5)),
    lambda: D.Dirichlet(torch.ones(2)).log_prob(torch.tensor([0.5, 0.6])),
    lambda: D.Poisson(1.0).log_prob(torch.tensor(0.5)),
    lambda: D.Binomial(3, torch.tensor(0.5)).log_prob(torch.tensor(4.0)),
    lambda: D.LogNormal(0.0, 1.0).log_prob(torch.tensor(-1.0)),
    lambda: TransformedDistribution(D.Normal(0.0, 1.0), TanhTransform()).log_prob(torch.tensor(1.5)),
    lambda: TransformedDistribution(D.Normal(0.0, 1.0), 3),
    lambda: TanhTransform(cache_size=2),
    lambda: D.Normal(0.0, 1.0).enumerate_support(),
    lambda: kl(m, D.MultivariateNormal(torch.zeros(3), torch.eye(3))),
):
    try:
        print(bad())
    except (ValueError, NotImplementedError) as e:
        print(type(e).__name__, e)

x = torch.cat([torch.arange(1, 60) / 7.3, -torch.arange(1, 30) / 5.3 - 0.01, torch.tensor([0.0, -0.0, -1.0, 10.0, 1e18, 1e-30])])
print(torch.digamma(x).tolist())
