# The few scalars that model files take from numpy: sizes of shapes, scales, bounds, means of losses.
import numpy as np
import torch

shape = (3, 4, 2)
print(int(np.prod(shape)), repr(np.prod(shape)), np.prod(shape) / 4, repr(np.prod([2, 0.5])))
print(np.sqrt(16), repr(np.sqrt(2)), 1 / np.sqrt(8), np.inf, -np.inf, np.pi, np.newaxis)
print(repr(np.sqrt(4) * 3), repr(2 - np.sqrt(4)), repr(np.sqrt(9) ** 2), repr(-np.sqrt(4)), repr(round(np.sqrt(2), 3)), f"{np.sqrt(2):.4f}")
losses = [0.1 * k + 0.05 for k in range(19)]
print(np.mean(losses), repr(np.sum(losses)), repr(np.mean([1, 2])), repr(np.sum([1, 2])), np.mean((0.1, 0.2, 0.3)))
np.random.seed(0)
torch.manual_seed(0)
q = torch.randn(2, 3, 4)
scores = q @ q.transpose(1, 2) / np.sqrt(q.shape[-1])
print(scores, np.sqrt(2) * torch.ones(2), torch.zeros(2).fill_(-np.inf))
layer = torch.nn.Linear(int(np.prod((2, 2))), 2)
print(layer, isinstance(3.0, np.ndarray), isinstance(np.sqrt(2), float), torch.full((2,), np.sqrt(4)))
print(np.sin(0.5), np.cos(0.5), np.floor(2.7), np.ceil(2.1), np.float64(3) // 2, np.int64(7) % 4)
