# Slices up to a length: which are operators of the graph, when an end or a length became dynamic. A table of rotations
# and a mask cut to the length at hand, a cache that grows, an end past the length.
import torch

mask = torch.tril(torch.ones(8, 8))[None, None]
positions = torch.arange(16.0).reshape(1, 8, 2)


class Rotations(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.cos = None
        self.n = 0

    def forward(self, x):
        n = x.shape[0]
        if self.cos is None or n > self.n:
            self.n = n
            self.cos = torch.cos(torch.arange(n).float())
        return x * self.cos[:n, None]


@torch.compile
def embedded(x):
    return x + positions[:, : x.size(1)]


@torch.compile
def rows(x):
    return x + positions[0][: x.size(1), :]


@torch.compile
def masked(x):
    t = x.shape[-1]
    return x.masked_fill(mask[:, :, :t, :t] == 0, 0.0).sum()


@torch.compile
def ends(x, n):
    return x[:100, None], x[:n, None] * 2, x[-3:, None], x[: x.shape[0], None], x[:3, None], x[-9:, None]


@torch.compile(dynamic=True)
def constant_ends(x):
    return x[:100, None] + 1, x[:3, None] * 2


@torch.compile
def last(x):
    return x[:, -4:] * 2


rotations = torch.compile(Rotations())
for n in (2, 2, 3, 4, 3, 5):
    print(rotations(torch.ones(n, 2)).sum().item())
for n in (4, 5, 8, 3):
    print(embedded(torch.ones(1, n, 2)).sum().item(), rows(torch.ones(1, n, 2)).sum().item())
for n in (4, 6, 5, 7, 3):
    print(masked(torch.ones(1, 1, n, n)).item())
for n, m in ((3, 3), (4, 4), (5, 4)):
    print([list(t.shape) for t in ends(torch.ones(n), m)])
for n in (3, 4):
    print([list(t.shape) for t in constant_ends(torch.ones(n))])
for n in (4, 5, 6, 3, 2, 4):
    print(last(torch.ones(1, n)).shape)
