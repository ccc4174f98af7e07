import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x):
    return x.sum(0) / x.shape[0]

x = torch.ones(4, 3)
torch._dynamo.mark_dynamic(x, 0)
print(f(x))
print(f(torch.ones(7, 3)))
