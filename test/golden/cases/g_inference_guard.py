import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x):
    return x * 2

f(torch.ones(2))
with torch.inference_mode():
    f(torch.ones(2))
with torch.no_grad():
    f(torch.ones(2))
f(torch.ones(2, requires_grad=True))
