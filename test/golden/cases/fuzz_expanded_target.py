# An expanded tensor names one place several times: writing through it is refused, filling it is not.
import torch

e = torch.zeros(3).expand(2, 3)
e.fill_(1)
e.masked_fill_(e > 0, 2)
print(e)
for change in (lambda: e.copy_(torch.ones(2, 3)), lambda: e.lt_(1), lambda: torch.add(e, 1, out=e), lambda: e.add_(1)):
    try:
        change()
    except RuntimeError as error:
        print(error)
e.mul_(2)
