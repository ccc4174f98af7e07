"""What a tensor's hook may answer with, what finfo prints, and what type_as asks of the copy."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode

for t in (torch.float16, torch.bfloat16, torch.float32, torch.float64):
    print(torch.finfo(t))


class Said(TorchDispatchMode):
    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        print(func, {n: str(v) for n, v in (kwargs or {}).items()})
        return func(*args, **(kwargs or {}))


x = torch.ones(2)
y = torch.ones(3, dtype=torch.float64)
with Said():
    x.type_as(y)
    x.type_as(x)
    x.to(y)

for answer in (3, "a", [torch.ones(2)], (1,), True, 2.5, {}, None):
    for leaf in (True, False):
        x = torch.ones(2, requires_grad=True)
        y = x * 2
        (x if leaf else y).register_hook(lambda g: answer)
        try:
            y.sum().backward()
            print(x.grad)
        except TypeError as e:
            print(type(e).__name__, e)
