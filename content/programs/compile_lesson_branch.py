# A branch on a tensor, called three times.
import torch

device = torch.accelerator.current_accelerator() or "cpu"


@torch.compile(dynamic=False)
def f(x):
    y = x * 2
    if (x > 0).all():
        y = y + 1
    return y.sum()


print(f(torch.tensor([1.0, 2.0, 3.0], device=device)).item())
print(f(torch.tensor([4.0, 5.0, 6.0], device=device)).item())
print(f(torch.tensor([1.0, -2.0, 3.0], device=device)).item())
