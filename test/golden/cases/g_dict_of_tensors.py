import torch
import torch.nn as nn
import torch.nn.functional as F

@torch.compile
def f(batch):
    out = {}
    for k, v in batch.items():
        out[k] = v * 2 if k.startswith("a") else v + 1
    out["sum"] = sum(out.values())
    return out

print(f({"a": torch.ones(2), "b": torch.zeros(2)}))
print(f({"a": torch.ones(2), "b": torch.zeros(2), "a2": torch.ones(2)}))
