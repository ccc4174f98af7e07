import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x, heads, task):
    h = x.relu()
    w = heads[task]
    return h @ w

heads = {"a": torch.ones(2, 3), "b": torch.ones(2, 1)}
print(f(torch.ones(1, 2), heads, "a").shape)
print(f(torch.ones(1, 2), heads, "b").shape)
print(f(torch.ones(1, 2), heads, "a").shape)
