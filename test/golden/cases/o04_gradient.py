import torch
x = torch.arange(12.).reshape(3, 4) ** 2
print(torch.gradient(x), torch.gradient(x, spacing=2., dim=1, edge_order=2), torch.gradient(x, spacing=[2., 1.]), torch.gradient(x, spacing=(torch.arange(3.), torch.arange(4.) ** 2)), torch.gradient(x, dim=0), torch.gradient(x, dim=(0, 1), spacing=0.5))
