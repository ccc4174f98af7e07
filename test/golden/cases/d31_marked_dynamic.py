# After public reports: https://github.com/pytorch/pytorch/issues/129423
# A dimension marked dynamic with its bounds.
import torch

@torch.compile
def f(x):
    return x * 2 + x.shape[0]

x = torch.ones(4, 3)
torch._dynamo.mark_dynamic(x, 0, min=2, max=16)
print(f(x).sum())
print(f(torch.ones(7, 3)).sum())
print(f(torch.ones(20, 3)).sum())
