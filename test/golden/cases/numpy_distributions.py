# The rarer distributions of numpy's old generator, its state taken and given back, and what it says of parameters.
import numpy as np
import torch

np.random.seed(1)
print(np.random.multinomial(20, [.2, .3, .5]), np.random.multinomial(5, [.2, .3, .5], size=2))
print(np.random.beta(2., 3., 3), np.random.beta(.5, .5, 4), np.random.beta([1, 2], [3, .4]))
print(np.random.gamma(2., 1., 3), np.random.gamma(.5, 2., 3), np.random.gamma(1, 2), np.random.standard_gamma(3., 2))
print(np.random.poisson(3, 5), np.random.poisson(30, 5), np.random.poisson(), np.random.poisson([1, 100, 1000]))
print(np.random.dirichlet([1, 2, 3]), np.random.dirichlet([.1, .2], 2))
print(np.random.laplace(0, 1, 3), np.random.standard_t(4, 3), np.random.chisquare(2, 2), np.random.chisquare([1, 3]))
print(np.random.standard_exponential(2), np.random.standard_exponential())
print(np.random.lognormal(0, 1, 2), np.random.weibull(2., 2), np.random.pareto(3., 2), np.random.gumbel(0, 1, 2), np.random.logistic(0, 1, 2))
print(np.random.geometric(.3, 3), np.random.geometric(.5, 4), np.random.geometric(.01, 3))
print(np.random.bytes(3), np.random.bytes(8), np.random.rand())

np.random.randn()
state = np.random.get_state()
print(state[0], state[2:], len(state))
first = np.random.randn(3)
np.random.set_state(state)
print((first == np.random.randn(3)).all())
own = np.random.RandomState(5)
print(own.gamma(2, size=(2, 2)), own.poisson(4, (2,)))

for draw in (lambda: np.random.gamma(-1), lambda: np.random.gamma(1, -1), lambda: np.random.poisson(-1), lambda: np.random.beta(0, 1),
             lambda: np.random.geometric(2), lambda: np.random.dirichlet([0, 1]), lambda: np.random.lognormal(0, -1),
             lambda: np.random.chisquare(-1), lambda: np.random.weibull(-1), lambda: np.random.pareto(0),
             lambda: np.random.multinomial(3, [.9, .9, .1]), lambda: np.random.exponential(-2), lambda: np.random.gumbel(0, -1)):
    try:
        print(draw())
    except ValueError as e:
        print(e)

print(torch.from_numpy(np.random.gamma(2., 1., (2, 2))).sum())
