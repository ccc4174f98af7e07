# Returns of an episode, gathered from the back in a deque: data of a tensor as any sequence.
from collections import deque

import torch

returns = deque()
total = 0.0
for reward in (1.0, 0.5, 2.0):
    total = reward + 0.9 * total
    returns.appendleft(total)
r = torch.tensor(returns)
print(r, torch.tensor(deque([[1, 2], [3, 4]])), torch.tensor([deque([True, False])]), (r - r.mean()) / (r.std() + 1e-6))
