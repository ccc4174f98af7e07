import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
m = nn.Linear(2, 2)
params = {k: v.detach() for k, v in m.named_parameters()}

@torch.compile
def f(params, x):
    return torch.func.functional_call(m, params, (x,)).sum()

print(f(params, torch.ones(1, 2)).shape)
