from dataclasses import dataclass
import torch

@dataclass
class Batch:
    x: torch.Tensor
    mask: torch.Tensor
    scale: float = 2.0

@torch.compile
def f(b):
    return (b.x * b.mask).sum() * b.scale

print(f(Batch(torch.ones(3), torch.tensor([1.0, 0.0, 1.0]))))
print(f(Batch(torch.ones(3), torch.tensor([1.0, 0.0, 1.0]), 3.0)))
