# The same ten batches, padded to 8 or 16, with a mask.
import torch
import torch.nn.functional as F

device = torch.accelerator.current_accelerator() or "cpu"


def mean(t, mask):
    return (t * mask).sum(dim=1) / mask.sum()


f = torch.compile(mean, dynamic=False)
for n in range(5, 15):
    t = torch.arange(4.0 * n, device=device).reshape(4, n)
    mask = torch.ones(n, device=device)
    pad = (8 if n <= 8 else 16) - n
    out = f(F.pad(t, (0, pad)), F.pad(mask, (0, pad)))
    print(n, out.cpu())
