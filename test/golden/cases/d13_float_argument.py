# After a public report: https://github.com/pytorch/pytorch/issues/171320
# A Python float that changes at each step.
import torch


@torch.compile(dynamic=False)
def step(p, a, b):
    p.mul_(p * (a * b))
    return p


p = torch.ones(2)
for k in range(1, 5):
    print(step(p, 0.5 * k, 2.0))
