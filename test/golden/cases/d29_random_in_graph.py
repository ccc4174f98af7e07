# After public reports: https://github.com/pytorch/pytorch/issues/118735
# The same seed gives the same numbers in a graph as without one.
import torch
import torch.nn.functional as F

def noisy(x):
    return F.dropout(x, 0.5) + torch.rand_like(x) + torch.randn(4)

fast = torch.compile(noisy, dynamic=False)
x = torch.ones(3, 4)
torch.manual_seed(1)
a = noisy(x)
torch.manual_seed(1)
b = fast(x)
print(torch.equal(a, b))
print(b)
torch.manual_seed(1)
print(torch.equal(fast(x), b), torch.equal(fast(x), b))
