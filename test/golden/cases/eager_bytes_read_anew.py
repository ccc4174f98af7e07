import torch
from torch._utils import _flatten_dense_tensors, _unflatten_dense_tensors
x = torch.tensor([[1.0, -2.0], [0.5, 3.0]])
print(x.view(torch.int32), x.view(torch.uint8).shape, x.view(torch.float64).shape, x.view(torch.int16)[0])
print(x.view(torch.int32).view(torch.float32).equal(x), x.t().view(torch.int32).stride())
y = torch.arange(8, dtype=torch.uint8).view(torch.int32)
print(y, y.view(dtype=torch.uint8), torch.tensor([1.0], dtype=torch.bfloat16).view(torch.int16), torch.tensor(1.5).view(torch.int32))
x.view(torch.int32)[0, 0] = 0
print(x)
for bad in (lambda: x.t().view(torch.uint8), lambda: torch.zeros(3).view(torch.float64), lambda: torch.tensor(1.0).view(torch.uint8), lambda: torch.zeros(5)[1:].view(torch.float64)):
    try:
        bad()
    except RuntimeError as e:
        print(e)
torch._assert(x.sum() > 0, "no")
try:
    torch._assert(False, f"Wrong shape {x.shape}")
except AssertionError as e:
    print(e)
f = _flatten_dense_tensors([x, torch.ones(3)])
print(f, _unflatten_dense_tensors(f, [x, torch.ones(3)]), _flatten_dense_tensors([x]))
