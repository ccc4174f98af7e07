# Which of equal values sort, argsort, kthvalue and mode name.
import torch

torch.manual_seed(3)
for n in [1, 3, 4, 7, 16, 17, 40, 300]:
    x = torch.randint(0, max(2, n // 3), (2, n)).float()
    if n > 4:
        x[1, 2] = float("nan")
    print(n, x.sort(1)[1][:, :12].tolist(), x.sort(descending=True)[1][:, -12:].tolist(), x.argsort()[:, :4].tolist())
    print(x.sort(dim=1, stable=True)[1][:, :12].tolist(), torch.argsort(x, stable=True)[:, :4].tolist(), x.long()[0].sort()[1][:9].tolist())
    for k in sorted({1, n // 2 + 1, n}):
        print(k, [r.tolist() for r in x.kthvalue(k)], x.topk(k, largest=False)[1][:, :9].tolist())
    print([r.tolist() for r in x.mode(1)], [r.tolist() for r in x.median(1)], [r.tolist() for r in x.nanmedian(1)])
