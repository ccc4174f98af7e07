import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x):
    return x[5] + 1

f(torch.ones(3))
