import torch
x = torch.tensor([1., 2., 1., 4., 0.5])
print(torch.histogram(x, 4), torch.histogram(x, torch.tensor([0., 1., 3.])), torch.histogram(x, 3, range=(0., 3.), density=True), torch.histogram(x, 2, weight=torch.arange(5.)), x.histogram(3))
