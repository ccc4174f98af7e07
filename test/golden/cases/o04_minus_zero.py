import torch
a = torch.full((2, 2), -0.0)
print(a @ a, a @ torch.ones(2, 2), torch.mv(a, torch.ones(2)), torch.dot(a[0], a[1]), torch.bmm(a[None], a[None]))
