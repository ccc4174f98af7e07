import torch
import dataclasses


@dataclasses.dataclass
class Out:
    a: torch.Tensor
    b: int


@torch.compile(dynamic=False)
def f(x):
    o = Out(x + 1, 3)
    o.b += 1
    return o


r = f(torch.ones(2))
print(r.a, r.b)
