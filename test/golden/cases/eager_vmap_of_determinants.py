"""Gradients of determinants and inverses under vmap; layers that learn their sizes, and where their classes are from."""
import torch
from torch.func import vmap, grad
x = torch.arange(18.).reshape(2,3,3) + torch.eye(3)*5
print(vmap(grad(lambda m: torch.linalg.det(m)))(x).mul(100).round() / 100)
print(vmap(grad(lambda m: torch.logdet(m)))(x).mul(100).round() / 100)
print(vmap(grad(lambda m: torch.linalg.inv(m).sum()))(x).mul(100).round() / 100)
print(vmap(grad(lambda m: torch.linalg.slogdet(m)[1]))(x).mul(100).round() / 100)
l = torch.nn.LazyLinear(3)
print(l, type(l), type(l).__module__)
print(torch.nn.LazyConv2d(3, 2), torch.nn.LazyConv2d.__module__)
print(torch.nn.LazyBatchNorm1d(), torch.nn.LazyBatchNorm1d.__module__, torch.nn.LazyInstanceNorm1d.__module__)
