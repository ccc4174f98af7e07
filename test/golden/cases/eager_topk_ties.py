# Which of equal values topk takes is the library's business, and programs see it.
import torch

g = torch.Generator().manual_seed(0)
for n, k in ((3, 2), (4, 2), (5, 3), (8, 8), (20, 18), (40, 30), (130, 2)):
    x = torch.randint(0, 3, (n,), generator=g).float()
    print(n, k, torch.topk(x, k).indices.tolist(), torch.topk(x, k, largest=False).indices.tolist())
print(torch.zeros(2, 6).topk(3, sorted=False).indices)
print(torch.tensor([1.0, float("nan"), 2.0, float("nan")]).topk(3))
