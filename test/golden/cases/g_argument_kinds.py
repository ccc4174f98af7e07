import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(x):
    if isinstance(x, (list, tuple)):
        return torch.cat(list(x))
    elif isinstance(x, dict):
        return torch.cat(list(x.values()))
    elif x is None:
        return torch.zeros(1)
    return x

print(f([torch.ones(1), torch.zeros(1)]))
print(f({"a": torch.ones(1)}))
print(f(None))
print(f(torch.ones(1)))
