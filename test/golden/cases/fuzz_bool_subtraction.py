# No subtraction with a bool on either side, of tensors or numbers.
import torch

t, f = torch.tensor([True, False]), torch.ones(2)
changes = [lambda: f - t, lambda: t - f, lambda: t - t, lambda: t - 1, lambda: 1 - t, lambda: t - True, lambda: f - True]
for change in [*changes, lambda: torch.rsub(t, f), lambda: f.clone().sub_(t)]:
    try:
        print(change())
    except RuntimeError as error:
        print(error)
