# Ten batches, lengths 5 to 14: each length is a new shape.
import torch

device = torch.accelerator.current_accelerator() or "cpu"


def mean(t, mask):
    return (t * mask).sum(dim=1) / mask.sum()


f = torch.compile(mean, dynamic=False)
for n in range(5, 15):
    t = torch.arange(4.0 * n, device=device).reshape(4, n)
    mask = torch.ones(n, device=device)
    out = f(t, mask)
    print(n, out.cpu())
