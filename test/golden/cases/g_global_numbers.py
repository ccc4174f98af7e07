import torch
import torch.nn as nn
import torch.nn.functional as F

SCALE = 2

@torch.compile
def f(x):
    return x * SCALE

print(f(torch.ones(2)))
SCALE = 3
print(f(torch.ones(2)))
SCALE = 4
print(f(torch.ones(2)))
