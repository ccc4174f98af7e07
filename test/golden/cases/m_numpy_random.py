# The old generator: the same numbers for the same seed, by module and by state.
import numpy as np

np.random.seed(3)
print(np.random.rand(3), np.random.randn(2, 2), np.random.randint(0, 10, 5), np.random.choice(5, 3, replace=False), np.random.uniform(-1, 1, (2,)))
print(np.random.normal(1.0, 2.0, 3), np.random.permutation(5), np.random.random(), np.random.randn(), np.random.standard_normal(2), np.random.exponential(2.0, 2))
np.random.seed(0)
cards = [1, 2, 3, 4, 5]
np.random.shuffle(cards)
table = np.arange(8).reshape(4, 2)
np.random.shuffle(table)
print(cards, table, np.random.choice([10, 20, 30], p=[0.2, 0.3, 0.5]), np.random.choice(4, 2, p=[0.1, 0.2, 0.3, 0.4], replace=False), np.random.randint(5), np.random.binomial(5, 0.3, 4))
state = np.random.RandomState(7)
print(state.rand(2), state.randn(3), state.randint(3, 9, size=(2, 2)), state.uniform(size=2), state.normal(size=(2,)), state.permutation([4, 5, 6]), state.choice([1.5, 2.5], size=3))
np.random.seed(42)
data = np.random.randn(1000)
print(data.mean(), data.std(), data.sum(), data[:3], np.random.normal([0, 10], [1, 2]))
f = np.random.rand(50, 3).astype(np.float32)
print(f.sum(), f.mean(axis=0), f.std(), repr(f.mean()), f.sum(axis=1)[:4], f.T.sum(axis=0)[:3], (f > 0.5).mean(), f[f[:, 0] > 0.9].shape)
np.random.choice(3, 5, replace=False)
