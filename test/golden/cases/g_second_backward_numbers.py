# A number that multiplies is kept for backward like a tensor, one that is added is not.
import torch

x = torch.ones(2, requires_grad=True)
for f in (lambda t: t * 2, lambda t: t / 2, lambda t: t + 2, lambda t: 2 - t, lambda t: t**2, lambda t: 3 / t, lambda t: 2**t, lambda t: t % 3, lambda t: -t):
    y = f(x).sum()
    y.backward()
    try:
        y.backward()
        print("again", x.grad)
    except RuntimeError as e:
        print(str(e).split(". ")[0])
