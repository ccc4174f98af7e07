# Trees of containers, quantiles by every shape, and gradients of gradients of resizing, silu and mish.
import torch
import torch.nn as nn
import torch.nn.functional as F
torch.manual_seed(0)
from torch.utils._pytree import tree_map, tree_flatten, tree_unflatten, tree_leaves, tree_map_only, TreeSpec
d = {'a': [1, (2, 3)], 'b': torch.ones(1), 'c': None}
print(tree_map(lambda a: a if a is None else a * 2, d)); l, s = tree_flatten(d); print(l, s); print(tree_unflatten(l, s), tree_leaves(d), tree_map_only(int, lambda i: i + 1, d))
print(s.num_leaves, s == tree_flatten(d)[1])
y = torch.randn(3, 4)
print(torch.quantile(y, torch.tensor([.1, .5]), dim=1, keepdim=True), torch.nanquantile(y, .5), torch.quantile(y, .3, interpolation='nearest'), torch.quantile(y, torch.tensor([.2, .9]), dim=0, interpolation='midpoint'), torch.quantile(y, .5, dim=0, keepdim=True), torch.nanquantile(y, torch.tensor([.5]), dim=1, interpolation='lower'), sep='\n')
for q in (torch.tensor([.1, .5, .6]), .5):
    for dim in (None, 1, 2):
        for kd in (False, True): print(torch.quantile(torch.randn(3, 4, 2), q, dim=dim, keepdim=kd).shape)
torch.set_printoptions(precision=2); x = torch.randn(1, 1, 4, 4, requires_grad=True)
for kw in (dict(mode='bilinear'), dict(mode='bicubic'), dict(mode='nearest'), dict(mode='bilinear', align_corners=True), dict(mode='area')):
    w = F.interpolate(x, scale_factor=2, **kw); g, = torch.autograd.grad((w ** 2).sum(), x, create_graph=True); print(torch.autograd.grad((g ** 2).sum(), x))
x = torch.randn(3, requires_grad=True)
g, = torch.autograd.grad(F.silu(x).sum(), x, create_graph=True); print(g); g.sum().backward(); print(x.grad)
x.grad = None; g, = torch.autograd.grad(F.mish(x).sum(), x, create_graph=True); print(g.grad_fn.name()); g.sum().backward()


