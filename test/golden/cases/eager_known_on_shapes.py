"""What a model file asks of numbers while it is built and how it is built; a run on shapes alone prints the same
(`test/unit/neuron/known.test.ts`), so random numbers are not printed here."""
import math
from functools import partial

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Block(nn.Module):
    def __init__(self, dim, drop):
        super().__init__()
        self.drop = drop
        self.scale = nn.Parameter(torch.ones(dim, 1, 1) * 1e-6)
        self.conv = nn.Conv2d(dim, dim, 3, padding=1, groups=dim)
        self.norm = nn.BatchNorm2d(dim)

    def forward(self, x):
        return x + self.scale * self.norm(self.conv(x))


class Net(nn.Module):
    def __init__(self, depth=4, drop=0.3):
        super().__init__()
        rates = [x.item() for x in torch.linspace(0, drop, depth)]
        widths = (torch.round(torch.arange(depth) * 4.0 + 8) / 8).int().mul(8).tolist()
        print(rates, widths, np.linspace(0, drop, depth).tolist())
        self.stem = nn.Conv2d(3, widths[0], 2, 2)
        self.blocks = nn.Sequential(*[Block(widths[0], r) for r in rates])
        self.table = nn.Parameter(torch.zeros(9, 2))
        self.head = nn.Linear(widths[0], 3)
        self.register_buffer("order", torch.arange(6).view(2, 3).t().contiguous().flatten())
        nn.init.trunc_normal_(self.table, std=0.02)
        self.apply(partial(self._init, std=0.02))

    def _init(self, m, std):
        if isinstance(m, (nn.Conv2d, nn.Linear)):
            nn.init.trunc_normal_(m.weight, std=std)
            nn.init.zeros_(m.bias)

    def forward(self, x):
        x = self.blocks(self.stem(x))
        return self.head(F.adaptive_avg_pool2d(x, 1).flatten(1))


torch.manual_seed(0)
net = Net()
print(net.order.tolist(), net.blocks[1].norm.running_mean, net.blocks[0].scale.detach().flatten())
x = torch.randn(2, 3, 8, 8)
lengths = torch.tensor([3, 1, 2])
mask = torch.arange(int(lengths.max())) < lengths.unsqueeze(1)
print(mask, lengths.sum().item(), torch.nonzero(mask).shape, math.prod(lengths.tolist()))
for optimizer in (torch.optim.SGD(net.parameters(), 0.1, momentum=0.9), torch.optim.AdamW(net.parameters(), foreach=False)):
    for _ in range(2):
        loss = net(x).pow(2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
print(net.blocks[1].norm.num_batches_tracked, optimizer.state[net.head.bias]["step"])
for first in (nn.functional.adaptive_avg_pool3d, nn.AdaptiveAvgPool3d(1)):
    v = torch.randn(2, 3, 4, 2, 2).to(memory_format=torch.channels_last_3d).requires_grad_()
    y = first(v, 1) if first is nn.functional.adaptive_avg_pool3d else first(v)
    print(y.stride(), y.grad_fn.name())
    y.sum().backward()
    print(v.grad.stride())
print(F.adaptive_avg_pool3d(torch.randn(4, 4, 4, 3).permute(3, 0, 1, 2), 1).stride())
# Arrays of numpy keep their numbers, whatever a run leaves out of tensors.
a = np.arange(4) * 36.4 + 24
b = np.log(a / 24)
print(b, np.round(a / 8) * 8, a.mean(), a.std(), np.cumsum(a), np.einsum("i,i->", a, b), np.array([]), np.empty((0, 2)).shape)
print(np.unique(np.round(a / 50), return_counts=True), np.tile(a, 2).sum(), np.where(a > 50, a, 0), np.interp(2.5, [1, 2, 3], [3, 2, 0]))
print(np.random.default_rng(3).integers(0, 10, 5), np.random.RandomState(0).rand(3), np.triu(np.ones((3, 3)), 1))
print(torch.from_numpy(b), torch.tensor(a).tolist(), nn.Linear(int(a[0]), int(a[1])).weight.shape)

# Large tensors made of nothing but known ones: their numbers come when they are asked for.
ramp = torch.arange(1024).float()
print(ramp.max().item(), (ramp > 600).sum().item(), [int(i) for i in torch.arange(600)[:3]], bool((ramp == ramp).all()))
causal = torch.full((64, 64), float("-inf"))
causal.triu_(1)
causal[:3] = 7.0
print((causal == 7).sum().item(), causal.isinf().nonzero().shape, torch.unique(causal[causal > 0]).tolist(), np.isinf(causal.numpy()).sum())
top, places = torch.linspace(0, 1, 1000).topk(5)
print(top.tolist(), places.tolist())
regions = torch.zeros(1, 28, 28, 1)
for k, rows in enumerate((slice(0, -7), slice(-7, -3), slice(-3, None))):
    for j, columns in enumerate((slice(0, -7), slice(-7, -3), slice(-3, None))):
        regions[:, rows, columns, :] = 3 * k + j
windows = regions.view(1, 4, 7, 4, 7, 1).permute(0, 1, 3, 2, 4, 5).contiguous().view(-1, 49)
apart = windows.unsqueeze(1) - windows.unsqueeze(2)
apart = apart.masked_fill(apart != 0, -100.0).masked_fill(apart == 0, 0.0)
print(apart.sum().item(), torch.randn(16, 49, 49)[apart < 0].shape)
table = torch.arange(2000.0)
table.add_(1)
print(table.sum().item(), table[:4].tolist())

# Loaders: an order given by a seed of its own is known, any other stands for the one that PyTorch draws.
g = torch.Generator().manual_seed(3)
print(torch.randperm(1000, generator=g).tolist()[:5], torch.randint(0, 9, (4,), generator=g))
data = torch.utils.data.TensorDataset(torch.randn(10, 3), torch.arange(10))
part, rest = torch.utils.data.random_split(data, [7, 3], generator=torch.Generator().manual_seed(1))
print(part.indices, rest.indices, [len(p) for p in torch.utils.data.random_split(data, [0.5, 0.5])])
for options in ({}, {"shuffle": True}, {"shuffle": True, "drop_last": True}, {"num_workers": 2}):
    print([(x.shape, y.shape) for x, y in torch.utils.data.DataLoader(data, 4, **options)])
print([y.tolist() for _, y in torch.utils.data.DataLoader(data, 4, shuffle=True, generator=torch.Generator().manual_seed(5))])
