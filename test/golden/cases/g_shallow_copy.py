import copy
import torch
import torch.nn as nn

@torch.compile
def f(x, d):
    e = dict(d)
    e["y"] = x + 1
    g = copy.copy(e)
    return g["y"] * d["s"]

print(f(torch.ones(2), {"s": 2}))
