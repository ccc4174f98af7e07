# Functions few programs call, and forms of calls that come by keyword.
import torch

print(torch.vander(torch.tensor([1.0, 2, 3])))
print(torch.vander(torch.tensor([1, 2, 3], dtype=torch.int32), N=4, increasing=True))
print(torch.vander(torch.tensor([1.0, 2, 3]), 1), torch.vander(torch.tensor([2.0]), 0))
x = torch.tensor([1.0, 2.0], requires_grad=True)
try:
    torch.vander(x, N=3).sum().backward()
except RuntimeError as error:
    print(str(error).split(",")[0])
for wrong in [lambda: torch.vander(torch.ones(2, 2)), lambda: torch.vander(torch.ones(2), -1), lambda: torch.ones(2).cuda(device=0),
              lambda: torch.ones(2).cuda(), lambda: torch.ones(2).t(a=1), lambda: torch.ones(2).dim(x=1), lambda: torch.nn.Linear(1, 1).cuda(device=0)]:
    try:
        print(wrong())
    except Exception as error:
        print(type(error).__name__, str(error).split("\n")[0])

plain = torch.ones(2)
print(plain.is_inference(), torch.is_inference(plain))
with torch.inference_mode():
    made = torch.ones(2)
    told = [made, made + plain, plain[:1], made[:1], torch.tensor([1.0]), plain.view(2, 1), torch.zeros_like(plain), plain.detach(), made.clone()]
    print([t.is_inference() for t in told])
print(made.is_inference(), (made * 2).is_inference(), made[:1].is_inference(), made.clone().is_inference(), torch.is_inference(made.detach()))

a = torch.arange(6.0)
view = a[2:]
print(a.set_(), a.shape, a.stride(), a.numel(), view)
a = torch.arange(6.0).reshape(2, 3)[:, 1:]
a.set_(torch.arange(4.0))
print(a, a.storage_offset())

# A numpy function of a tensor gives a tensor again.
import numpy as np
t = torch.tensor([0.5, -1.0, 3.0], dtype=torch.float64)
print(np.clip(t, a_min=0, a_max=1))
print(np.clip(t, 0, 1), type(np.clip(t, 0, 1)))
print(np.clip(torch.arange(4), 1, 2))
print(np.clip(t.float(), 0.25, None))
print(np.clip(t, None, 0.25).numpy())
try:
    np.clip(t.clone().requires_grad_(), 0, 1)
except RuntimeError as error:
    print(error)
